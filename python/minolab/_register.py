"""What Gymnasium calls when it looks for environments: entry points alone, nothing is loaded."""


def register() -> None:
    """Registers the three environments, each with its native vector form."""
    import gymnasium

    for name in ("Placement", "Keys", "Afterstate"):
        gymnasium.register(
            id=f"minolab/{name}-v0",
            entry_point=f"minolab.envs:{name}Env",
            vector_entry_point=f"minolab.envs:{name}VectorEnv",
        )
