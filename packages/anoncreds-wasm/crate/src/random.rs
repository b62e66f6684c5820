//! Random numbers from the host: `crypto.getRandomValues`.
use num_bigint::BigUint;

#[cfg(target_arch = "wasm32")]
mod host {
    #[link(wasm_import_module = "host")]
    extern "C" {
        fn fill_random(start: *mut u8, length: usize);
    }

    #[allow(unsafe_code)]
    pub fn fill(bytes: &mut [u8]) {
        // The host writes exactly the range of this slice.
        unsafe { fill_random(bytes.as_mut_ptr(), bytes.len()) }
    }
}

/// Tests run on the machine itself.
#[cfg(not(target_arch = "wasm32"))]
mod host {
    use std::io::Read;

    pub fn fill(bytes: &mut [u8]) {
        std::fs::File::open("/dev/urandom").and_then(|mut file| file.read_exact(bytes)).expect("random bytes");
    }
}

pub use host::fill;

/// Uniform below 2^count.
pub fn bits(count: usize) -> BigUint {
    let mut bytes = vec![0; count.div_ceil(8)];
    fill(&mut bytes);
    if let Some(top) = bytes.first_mut() {
        *top &= 0xff >> ((8 - count % 8) % 8);
    }
    BigUint::from_bytes_be(&bytes)
}

/// Uniform below the limit, which is not 0.
pub fn below(limit: &BigUint) -> BigUint {
    loop {
        let drawn = bits(limit.bits() as usize);
        if drawn < *limit {
            return drawn;
        }
    }
}
