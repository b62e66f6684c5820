//! That a credential's place in its registry is not revoked, without saying which place. Names are the specification's.
use num_bigint::BigUint;
use serde_json::{json, Value};

use crate::curve::{Pairing, Scalar, G1, G2};
use crate::key::RevocationKey;
use crate::proof::Transcript;
use crate::registry::{RevocationSignature, RevocationState};

/// Makes the struct of the proof's numbers, so that each of them is named once.
macro_rules! exponents {
    ($($name:ident),+) => {
        /// The numbers that the proof is about; or their blindings, or the responses.
        struct Exponents {
            $($name: Scalar,)+
        }

        impl Exponents {
            fn random() -> Self {
                Exponents { $($name: Scalar::random(),)+ }
            }

            fn combine(&self, other: &Self, with: impl Fn(&Scalar, &Scalar) -> Scalar) -> Self {
                Exponents { $($name: with(&self.$name, &other.$name),)+ }
            }

            fn json(&self) -> Value {
                json!({ $(stringify!($name): self.$name.text(),)+ })
            }
        }
    };
}

exponents!(rho, o, c, o_prime, m, m_prime, t, t_prime, s, r, r_prime, r_prime_prime, r_prime_prime_prime);

/// The commitments that hide the parts of the signature, and are shown.
struct Commitments {
    e: G1,
    d: G1,
    a: G1,
    g: G1,
    w: G2,
    s: G2,
    u: G2,
}

pub struct NonRevocation {
    exponents: Exponents,
    tildes: Exponents,
    commitments: Commitments,
}

impl NonRevocation {
    /// @param m2_tilde the blinding of m2 in the proof of the signature, which ties both to one credential
    pub fn commit(
        key: &RevocationKey,
        signature: &RevocationSignature,
        state: &RevocationState,
        m2_tilde: &BigUint,
        transcript: &mut Transcript,
    ) -> NonRevocation {
        let exponents = Exponents::of(signature);
        let commitments = Commitments::to(&exponents, key, signature, &state.witness);
        let tildes = Exponents::random();
        let m2_tilde = Scalar::from_number(m2_tilde);
        transcript.blindings.extend(commitments.commit_to_blindings(&tildes, &m2_tilde, key, &state.accumulator));
        transcript.shown.extend(commitments.bytes());
        NonRevocation { exponents, tildes, commitments }
    }

    pub fn respond(&self, challenge: &BigUint) -> Value {
        let challenge = Scalar::from_number(challenge);
        let responses = self.tildes.combine(&self.exponents, |tilde, value| tilde.add(&challenge.multiply(value)));
        json!({ "x_list": responses.json(), "c_list": self.commitments.json() })
    }
}

impl Exponents {
    fn of(signature: &RevocationSignature) -> Self {
        let mut x = Self::random();
        (x.c, x.s) = (signature.c, signature.vr);
        (x.m, x.t) = (x.rho.multiply(&x.c), x.o.multiply(&x.c));
        (x.m_prime, x.t_prime) = (x.r.multiply(&x.r_prime_prime), x.o_prime.multiply(&x.r_prime_prime));
        x
    }
}

impl Commitments {
    fn to(x: &Exponents, key: &RevocationKey, signature: &RevocationSignature, witness: &G2) -> Self {
        Commitments {
            e: key.h.multiply(&x.rho).add(&key.htilde.multiply(&x.o)),
            d: key.g.multiply(&x.r).add(&key.htilde.multiply(&x.o_prime)),
            a: signature.sigma.add(&key.htilde.multiply(&x.rho)),
            g: signature.g_i.add(&key.htilde.multiply(&x.r)),
            w: witness.add(&key.h_cap.multiply(&x.r_prime)),
            s: signature.sigma_i.add(&key.h_cap.multiply(&x.r_prime_prime)),
            u: signature.u_i.add(&key.h_cap.multiply(&x.r_prime_prime_prime)),
        }
    }

    /// The left sides of the equations that are proved, with blindings in place of what they hide.
    fn commit_to_blindings(&self, x: &Exponents, m2: &Scalar, key: &RevocationKey, accumulator: &G2) -> [Vec<u8>; 8] {
        let (htilde_rho, htilde_r) = (key.htilde.multiply(&x.rho), key.htilde.multiply(&x.r));
        let t1 = key.h.multiply(&x.rho).add(&key.htilde.multiply(&x.o));
        let t2 = self.e.multiply(&x.c).subtract(&key.h.multiply(&x.m)).subtract(&key.htilde.multiply(&x.t));
        let signed = self
            .a
            .multiply(&x.c)
            .add(&key.htilde.multiply(&x.r.subtract(&x.m)))
            .subtract(&key.h1.multiply(m2))
            .subtract(&key.h2.multiply(&x.s));
        let t3 = Pairing::product(&signed, &key.h_cap, &htilde_rho.negate(), &key.y);
        let g_negative = |scalar: &Scalar| key.g.multiply(scalar).negate();
        let t4 = Pairing::product(&htilde_r, accumulator, &g_negative(&x.r_prime), &key.h_cap);
        let t5 = key.g.multiply(&x.r).add(&key.htilde.multiply(&x.o_prime));
        let t6 = self
            .d
            .multiply(&x.r_prime_prime)
            .subtract(&key.g.multiply(&x.m_prime))
            .subtract(&key.htilde.multiply(&x.t_prime));
        let place = key.pk.add(&self.g).multiply(&x.r_prime_prime).subtract(&key.htilde.multiply(&x.m_prime));
        let t7 = Pairing::product(&place, &key.h_cap, &htilde_r, &self.s);
        let t8 = Pairing::product(&htilde_r, &key.u, &g_negative(&x.r_prime_prime_prime), &key.h_cap);
        [t1.bytes(), t2.bytes(), t3.bytes(), t4.bytes(), t5.bytes(), t6.bytes(), t7.bytes(), t8.bytes()]
    }

    fn bytes(&self) -> [Vec<u8>; 7] {
        let Commitments { e, d, a, g, w, s, u } = self;
        [e.bytes(), d.bytes(), a.bytes(), g.bytes(), w.bytes(), s.bytes(), u.bytes()]
    }

    fn json(&self) -> Value {
        json!({
            "e": self.e.text(),
            "d": self.d.text(),
            "a": self.a.text(),
            "g": self.g.text(),
            "w": self.w.text(),
            "s": self.s.text(),
            "u": self.u.text(),
        })
    }
}
