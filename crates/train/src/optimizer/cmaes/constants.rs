//! The strategy's constants, by the tutorial's table 1.

/// Constants that depend only on the number of dimensions and the population.
pub(crate) struct Constants {
    pub mu: usize,
    /// w_i, best first; those after μ are 0 or, if active, negative.
    pub weights: Vec<f64>,
    pub mu_eff: f64,
    pub c_sigma: f64,
    pub d_sigma: f64,
    pub c_c: f64,
    pub c_1: f64,
    pub c_mu: f64,
    /// E‖N(0, I)‖
    pub expected_length: f64,
}

impl Constants {
    pub fn new(dimensions: usize, population: usize, active: bool) -> Constants {
        let (n, lambda) = (dimensions as f64, population as f64);
        let mu = population / 2;
        // (49) w_i′ = ln((λ + 1)/2) − ln i
        let mut weights: Vec<f64> = (1..=population)
            .map(|i| libm::log((lambda + 1.0) / 2.0) - libm::log(i as f64))
            .collect();
        let mu_eff = effective(&weights[..mu]);
        let mu_eff_minus = effective(&weights[mu..]);

        // (55) c_σ = (μ_eff + 2) / (n + μ_eff + 5), d_σ = 1 + 2 max(0, √((μ_eff−1)/(n+1)) − 1) + c_σ
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let d_sigma = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        // (56) c_c = (4 + μ_eff/n) / (n + 4 + 2 μ_eff/n)
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        // (57) c_1 = α_cov / ((n + 1.3)² + μ_eff), α_cov = 2
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        // (58) c_μ = min(1 − c_1, α_cov (1/4 + μ_eff + 1/μ_eff − 2) / ((n + 2)² + α_cov μ_eff/2))
        let c_mu = (2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0) * (n + 2.0) + mu_eff))
            .min(1.0 - c_1);

        // (50) α_μ⁻ = 1 + c_1/c_μ
        let alpha_mu = 1.0 + c_1 / c_mu;
        // (51) α_μeff⁻ = 1 + 2 μ_eff⁻ / (μ_eff + 2)
        let alpha_mu_eff = 1.0 + 2.0 * mu_eff_minus / (mu_eff + 2.0);
        // (52) α_posdef⁻ = (1 − c_1 − c_μ) / (n c_μ)
        let alpha_definite = (1.0 - c_1 - c_mu) / (n * c_mu);
        let alpha = if active { alpha_mu.min(alpha_mu_eff).min(alpha_definite) } else { 0.0 };
        // (53) w_i = w_i′ / Σ|w_j′|⁺ if w_i′ ≥ 0, else α w_i′ / Σ|w_j′|⁻
        let positive: f64 = weights[..mu].iter().sum();
        let negative: f64 = weights[mu..].iter().map(|w| w.abs()).sum();
        weights[..mu].iter_mut().for_each(|w| *w /= positive);
        weights[mu..].iter_mut().for_each(|w| *w *= alpha / negative);

        // E‖N(0, I)‖ ≈ √n (1 − 1/(4n) + 1/(21n²))
        let expected_length = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        Constants { mu, weights, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, expected_length }
    }
}

/// (48) λ = 4 + ⌊3 ln n⌋
pub(crate) fn default_population(dimensions: usize) -> usize {
    4 + (3.0 * libm::log(dimensions as f64)).floor() as usize
}

/// μ_eff = (Σ w)² / Σ w²
fn effective(weights: &[f64]) -> f64 {
    let sum: f64 = weights.iter().sum();
    sum * sum / weights.iter().map(|w| w * w).sum::<f64>()
}
