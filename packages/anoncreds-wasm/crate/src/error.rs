//! Failures as values: a panic would end the instance.

/// The cause. Callers decide by it; the words beside it are for people who look for the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The caller's own input: a link secret, metadata, the shape of a task.
    BadTask,
    BadDefinition,
    BadOffer,
    BadCredential,
    /// A registry, a status list or a tails file that is malformed or does not fit the credential.
    BadRegistry,
    /// A verifier's request.
    BadRequest,
    /// The credentials chosen do not answer the request.
    BadSelection,
    /// A revocable credential, and no registry to check or prove it with.
    NoRegistry,
    Revoked,
    FalsePredicate,
}

impl Code {
    pub fn name(self) -> &'static str {
        match self {
            Code::BadTask => "bad-task",
            Code::BadDefinition => "bad-definition",
            Code::BadOffer => "bad-offer",
            Code::BadCredential => "bad-credential",
            Code::BadRegistry => "bad-registry",
            Code::BadRequest => "bad-request",
            Code::BadSelection => "bad-selection",
            Code::NoRegistry => "no-registry",
            Code::Revoked => "revoked",
            Code::FalsePredicate => "false-predicate",
        }
    }

    /// Says names of fields and rules, never a value.
    pub fn because(self, message: impl Into<String>) -> Failure {
        Failure { code: self, message: message.into() }
    }
}

#[derive(Debug)]
pub struct Failure {
    pub code: Code,
    pub message: String,
}

pub type Result<T> = std::result::Result<T, Failure>;

/// `Err` with this code and message unless the condition holds.
pub fn ensure(condition: bool, code: Code, message: &str) -> Result<()> {
    require(condition.then_some(()), code, message)
}

/// The value that was found, or `Err` with this code and message.
pub fn require<T>(found: Option<T>, code: Code, message: &str) -> Result<T> {
    found.ok_or_else(|| code.because(message))
}
