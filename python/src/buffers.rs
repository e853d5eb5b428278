//! Arrays of Python's that are written into.

use pyo3::{
    buffer::{Element, PyBuffer},
    prelude::*,
};

use crate::error::value;

/// The elements of a contiguous array that may be written.
///
/// # Safety
/// Nobody else may use the memory for as long as the slice lasts.
#[allow(clippy::mut_from_ref, reason = "the buffer is a handle: what it points to is Python's")]
pub unsafe fn slice_mut<T: Element>(buffer: &PyBuffer<T>) -> PyResult<&mut [T]> {
    if buffer.readonly() || !buffer.is_c_contiguous() {
        return Err(value("an array to be written must be contiguous and writeable"));
    }
    if buffer.item_count() == 0 {
        return Ok(&mut []);
    }
    // SAFETY: the buffer is contiguous, of this type and so long; the caller has it alone.
    Ok(unsafe { std::slice::from_raw_parts_mut(buffer.buf_ptr().cast(), buffer.item_count()) })
}

/// An array that stays bound: its memory stays where it is as long as this is kept.
pub struct Bound1<T: Element>(Option<PyBuffer<T>>);

impl<T: Element> Default for Bound1<T> {
    fn default() -> Bound1<T> {
        Bound1(None)
    }
}

impl<T: Element> Bound1<T> {
    /// Binds an array, which must have so many elements.
    pub fn bind(&mut self, name: &str, array: &Bound<'_, PyAny>, expected: usize) -> PyResult<()> {
        let buffer = PyBuffer::get(array)?;
        let found = buffer.item_count();
        if found != expected {
            return Err(value(format!("{name} has {found} elements, expected {expected}")));
        }
        if buffer.readonly() || !buffer.is_c_contiguous() {
            return Err(value(format!("{name} must be contiguous and writeable")));
        }
        self.0 = Some(buffer);
        Ok(())
    }

    /// Where it is in memory, if it is anywhere.
    pub fn range(&self) -> Option<(usize, usize)> {
        let buffer = self.0.as_ref()?;
        let start = buffer.buf_ptr() as usize;
        Some((start, start + buffer.len_bytes()))
    }

    /// Its elements; none if none is bound.
    ///
    /// # Safety
    /// As for [`slice_mut`].
    pub unsafe fn slice(&mut self) -> &mut [T] {
        match &self.0 {
            // SAFETY: the caller's. What was bound was checked then.
            Some(buffer) => unsafe { slice_mut(buffer) }.unwrap_or_default(),
            None => &mut [],
        }
    }
}
