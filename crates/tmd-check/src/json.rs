//! A reader of JSON: what a certificate is written in, and nothing more lenient.

use crate::number;
use crate::stop::Checked;
use rug::Rational;
use std::borrow::Cow;

/// Values nested more deeply than this are no certificate's.
const DEPTH: usize = 32;
/// More values than this would fill the memory.
const MOST: usize = 1 << 25;
/// More names in one place than any object of a certificate has.
const MOST_NAMES: usize = 64;

/// A value; numbers stay text until it is known what they are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    /// `null`.
    Null,
    /// `true`, `false`.
    Flag(bool),
    /// A number.
    Number(&'a str),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Value<'a>>),
    /// An object.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

/// Reads a document.
pub(crate) fn parse(text: &str) -> Checked<Value<'_>> {
    let mut reader = Reader { text, at: 0, count: 0 };
    let value = reader.value(0)?;
    reader.spaces();
    if reader.at == text.len() { Ok(value) } else { reader.fail("more text after the end") }
}

/// Whether a text is a number as RFC 8259 has it: without a sign `+`, and without zeros before other digits.
fn is_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let size = text.strip_prefix('-').unwrap_or(text);
    let (digits, scale) = match size.split_once(['e', 'E']) {
        Some((digits, scale)) => (digits, Some(scale)),
        None => (size, None),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    is_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && scale.is_none_or(|scale| is_digits(scale.strip_prefix(['+', '-']).unwrap_or(scale)))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    count: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, why: &str) -> Checked<T> {
        let line = self.text.as_bytes()[..self.at].iter().filter(|byte| **byte == b'\n').count();
        cannot!(
            "this is not a certificate: {why} in line {}; give the file that --certificate wrote",
            line + 1
        )
    }

    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn spaces(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    /// Passes a character after spaces, if it is the next one.
    fn take(&mut self, wanted: u8) -> bool {
        self.spaces();
        let is_next = self.peek() == wanted;
        self.at += usize::from(is_next);
        is_next
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Checked<Value<'a>> {
        if !self.text[self.at..].starts_with(word) {
            return self.fail("an unknown word");
        }
        self.at += word.len();
        Ok(value)
    }

    fn value(&mut self, depth: usize) -> Checked<Value<'a>> {
        self.count += 1;
        if depth > DEPTH || self.count > MOST {
            return self.fail("too many values, or too deep ones,");
        }
        self.spaces();
        match self.peek() {
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => Ok(Value::Text(self.string()?)),
            b'n' => self.word("null", Value::Null),
            b't' => self.word("true", Value::Flag(true)),
            b'f' => self.word("false", Value::Flag(false)),
            b'-' | b'0'..=b'9' => {
                let start = self.at;
                while matches!(self.peek(), b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') {
                    self.at += 1;
                }
                match is_number(&self.text[start..self.at]) {
                    true => Ok(Value::Number(&self.text[start..self.at])),
                    false => self.fail("a number that is none of JSON's"),
                }
            }
            _ => self.fail("a value is missing"),
        }
    }

    fn list(&mut self, depth: usize) -> Checked<Value<'a>> {
        self.at += 1;
        let mut list = vec![];
        if self.take(b']') {
            return Ok(Value::List(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            match (self.take(b','), self.take(b']')) {
                (true, false) => {}
                (false, true) => return Ok(Value::List(list)),
                _ => return self.fail("a list has no end"),
            }
        }
    }

    fn object(&mut self, depth: usize) -> Checked<Value<'a>> {
        self.at += 1;
        let mut members: Vec<(Cow<'a, str>, Value<'a>)> = vec![];
        if self.take(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            self.spaces();
            if self.peek() != b'"' {
                return self.fail("a name is missing");
            }
            let name = self.string()?;
            if members.iter().any(|(known, _)| *known == name) {
                return refuse!("the certificate has the name `{name:.80}` twice in a place");
            }
            if members.len() == MOST_NAMES {
                return self.fail(&format!("more than {MOST_NAMES} names in one place"));
            }
            if !self.take(b':') {
                return self.fail("a colon is missing");
            }
            members.push((name, self.value(depth + 1)?));
            match (self.take(b','), self.take(b'}')) {
                (true, false) => {}
                (false, true) => return Ok(Value::Object(members)),
                _ => return self.fail("an object has no end"),
            }
        }
    }

    fn string(&mut self) -> Checked<Cow<'a, str>> {
        self.at += 1;
        let mut own: Option<String> = None;
        let mut start = self.at;
        loop {
            match self.peek() {
                b'"' => {
                    let rest = &self.text[start..self.at];
                    self.at += 1;
                    return Ok(match own {
                        None => Cow::Borrowed(rest),
                        Some(text) => Cow::Owned(text + rest),
                    });
                }
                b'\\' => {
                    let mut text = own.unwrap_or_default() + &self.text[start..self.at];
                    self.at += 1;
                    text.push(self.escaped()?);
                    (own, start) = (Some(text), self.at);
                }
                0..=31 => return self.fail("a string has no end"),
                _ => self.at += 1,
            }
        }
    }

    fn escaped(&mut self) -> Checked<char> {
        let letter = self.peek();
        self.at += 1;
        Ok(match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let digits = self.text.get(self.at..self.at + 4).unwrap_or_default();
                self.at = (self.at + digits.len()).min(self.text.len());
                let code = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                match code.filter(|_| digits.len() == 4) {
                    Some(letter) => letter,
                    None => return self.fail("an escape that no certificate has"),
                }
            }
            _ => return self.fail("an unknown escape"),
        })
    }
}

impl<'a> Value<'a> {
    fn is_no<T>(&self, what: &str) -> Checked<T> {
        let shown = format!("{self:?}");
        cannot!("this is not a certificate: {shown:.60} stands where {what} belongs")
    }

    /// A member of an object, if it is there and not null.
    pub(crate) fn find(&self, name: &str) -> Option<&Value<'a>> {
        let Value::Object(members) = self else { return None };
        let found = members.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        found.filter(|value| **value != Value::Null)
    }

    /// A member of an object.
    pub(crate) fn at(&self, name: &str) -> Checked<&Value<'a>> {
        match self.find(name) {
            Some(value) => Ok(value),
            None => cannot!("this is not a certificate: `{name}` is missing in a place"),
        }
    }

    /// The names and values of an object, all among the names `known`.
    pub(crate) fn only(&self, known: &[&str]) -> Checked<()> {
        let Value::Object(members) = self else { return self.is_no("an object") };
        match members.iter().find(|(name, _)| !known.contains(&name.as_ref())) {
            None => Ok(()),
            Some((name, _)) => cannot!(
                "the certificate holds `{name:.80}`, which this program does not know: use a newer one"
            ),
        }
    }

    /// Refuses names that no certificate has, wherever they are, but not below the names `free`.
    pub(crate) fn only_known(&self, known: &[&str], free: &[&str]) -> Checked<()> {
        match self {
            Value::Object(members) => {
                self.only(known)?;
                let inner = members.iter().filter(|(name, _)| !free.contains(&name.as_ref()));
                inner.map(|(_, value)| value).try_for_each(|value| value.only_known(known, free))
            }
            Value::List(list) => list.iter().try_for_each(|value| value.only_known(known, free)),
            _ => Ok(()),
        }
    }

    /// The elements of a list.
    pub(crate) fn list(&self) -> Checked<&[Value<'a>]> {
        if let Value::List(list) = self { Ok(list) } else { self.is_no("a list") }
    }

    /// The members of an object.
    pub(crate) fn members(&self) -> Checked<&[(Cow<'a, str>, Value<'a>)]> {
        if let Value::Object(members) = self { Ok(members) } else { self.is_no("an object") }
    }

    /// A string.
    pub(crate) fn text(&self) -> Checked<&str> {
        if let Value::Text(text) = self { Ok(text) } else { self.is_no("a text") }
    }

    /// A truth value.
    pub(crate) fn flag(&self) -> Checked<bool> {
        if let Value::Flag(flag) = self { Ok(*flag) } else { self.is_no("true or false") }
    }

    /// An integer of any type that holds it.
    pub(crate) fn int<T: std::str::FromStr>(&self) -> Checked<T> {
        let Value::Number(text) = self else { return self.is_no("an integer") };
        text.parse().or_else(|_| self.is_no("an integer"))
    }

    /// The number of a member that is an integer.
    pub(crate) fn int_at<T: std::str::FromStr>(&self, name: &str) -> Checked<T> {
        self.at(name)?.int()
    }

    /// A binary64 number, exactly.
    pub(crate) fn binary64(&self) -> Checked<Rational> {
        let Value::Number(text) = self else { return self.is_no("a number") };
        number::binary64(text).map_or_else(|| self.is_no("a binary64 number"), Ok)
    }

    /// An integer of any size below 2^128, or a binary64 number.
    pub(crate) fn exact(&self) -> Checked<Rational> {
        self.int::<u128>().map(Rational::from).or_else(|_| self.binary64())
    }

    /// A list of binary64 numbers.
    pub(crate) fn binary64s(&self) -> Checked<Vec<Rational>> {
        self.list()?.iter().map(Value::binary64).collect()
    }
}
