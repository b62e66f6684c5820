//! A holder of AnonCreds, written from the AnonCreds specification 1.0, for WebAssembly.
//!
//! Tasks and answers are JSON; what the objects in them look like is what anoncreds-rs 0.2 reads and writes.
#![deny(unsafe_code)]

mod credential;
mod curve;
mod error;
mod group;
mod input;
mod key;
mod lengths;
mod montgomery;
mod presentation;
mod primes;
mod proof;
mod random;
mod registry;
mod request;
mod requested;
mod squares;
mod warm_up;

use std::cell::RefCell;

use serde_json::{json, Value};

use error::{require, Code, Result};
use input::Input;

/// Of a task's JSON; tails files come beside it.
const MOST_TASK_BYTES: usize = 8 << 20;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a task.
/// @returns where to write it
#[allow(unsafe_code)]
#[no_mangle]
pub extern "C" fn prepare(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; length];
        buffer.as_mut_ptr()
    })
}

/// Does the task that was written: JSON of so many bytes, then the tails files that it names.
/// @returns the length of the answer, `{ "answer": … }` or `{ "code", "message" }`
#[allow(unsafe_code)]
#[no_mangle]
pub extern "C" fn run(operation: u32, json_length: usize) -> usize {
    let given = BUFFER.take();
    let answer = match perform(operation, &given, json_length) {
        Ok(answer) => json!({ "answer": answer }),
        Err(failure) => json!({ "code": failure.code.name(), "message": failure.message }),
    };
    let text = answer.to_string().into_bytes();
    let length = text.len();
    BUFFER.set(text);
    length
}

/// @returns where the answer is
#[allow(unsafe_code)]
#[no_mangle]
pub extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}

fn perform(operation: u32, given: &[u8], json_length: usize) -> Result<Value> {
    let Some((json, tails)) = given.split_at_checked(json_length).filter(|_| json_length <= MOST_TASK_BYTES) else {
        return Err(Code::BadTask.because("the task is too long"));
    };
    let task = serde_json::from_slice::<Value>(json).ok();
    let task = require(task, Code::BadTask, "the task is no JSON, or nested too deeply")?;
    let task = Input::new(&task, "the task", Code::BadTask);
    match operation {
        0 => Ok(request::create_link_secret()),
        1 => request::create_credential_request(task),
        2 => credential::process_credential(task),
        3 => presentation::create_presentation(task, tails),
        4 => warm_up::warm_up(task),
        _ => Err(Code::BadTask.because("there is no such operation")),
    }
}
