//! FTP URLs for clients. RFC 1738 section 3.2.

use super::line::{Channel, Piece};
use super::{ForbiddenOctet, FtpPath, FtpSegment, FtpType, FtpUrl, Line, Password, User};
use crate::operations::output;
use crate::{ByteSet, Decode};
use core::fmt;

/// The type of a transfer, RFC 1738 section 3.2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FtpTransfer {
    /// `;type=a`: transfers text, `TYPE A`.
    Ascii,
    /// `;type=i`: transfers octets, `TYPE I`.
    Image,
    /// `;type=d`: lists the names in a directory, `NLST`.
    Directory,
}

impl FtpType<'_> {
    /// Returns the type of transfer that the code stands for, ignoring case.
    #[must_use]
    #[inline]
    pub fn transfer(self) -> FtpTransfer {
        match self.as_bytes() {
            [b'A' | b'a'] => FtpTransfer::Ascii,
            [b'I' | b'i'] => FtpTransfer::Image,
            // The rule has six texts.
            _ => FtpTransfer::Directory,
        }
    }
}

impl<'a> FtpPath<'a> {
    /// The segments before the last one, in order: the directories to change to, one after the
    /// other. They may be empty, and after decoding may contain slashes: `%2Fetc/motd` has one
    /// directory, `/etc`, but `/etc/motd` has two, first an empty one. RFC 1738 section 3.2.2.
    #[inline]
    pub fn directories(self) -> impl Iterator<Item = FtpSegment<'a>> + Clone {
        let before = self.as_str().rsplit_once('/').map(|(before, _)| before);
        before.map(|before| Self::known(before, []).segments()).into_iter().flatten()
    }

    /// The last segment: the name of a file or a directory. Empty if the path ends with a slash.
    #[must_use]
    #[inline]
    pub fn name(self) -> FtpSegment<'a> {
        let text = self.as_str();
        FtpSegment::known(text.rsplit_once('/').map_or(text, |(_, name)| name), [])
    }
}

impl<'a> FtpUrl<'a> {
    /// Returns the type of transfer that the URL states; `None` if the client "must guess", RFC 1738
    /// section 3.2.3.
    #[must_use]
    #[inline]
    pub fn transfer(self) -> Option<FtpTransfer> {
        self.ftptype().map(FtpType::transfer)
    }

    /// The commands that fetch the file or list the directory of the URL, in order. RFC 1738
    /// sections 3.2.1 and 3.2.2.
    ///
    /// - `USER` and `PASS`. If the URL names no user, the user is `anonymous`, and the password is
    ///   `mail`, the user's mail address. If the URL names a user without a password, there is no
    ///   `PASS`; if the server requires one, prompt the user and send [`FtpCommand::pass`]. Send
    ///   `PASS` only if the server requires it.
    /// - `CWD` for each of the [directories](FtpPath::directories), even if it is empty.
    /// - `NLST` with the name if the transfer is a directory. Otherwise `TYPE`, and `RETR` with the
    ///   name. `guess` is the transfer if the URL states none. Without a name there is no file to
    ///   retrieve, so `NLST` without an argument is sent, whatever the transfer; also for a URL
    ///   without a path. (The RFC allows these URLs, but leaves open what they mean.)
    ///
    /// All data is decoded. The octet FF is sent twice, as Telnet requires.
    ///
    /// # Errors
    ///
    /// If the user, the password, `mail` or a segment has one of the octets CR, LF and NUL: CR or
    /// LF would end the command, and the rest would be another command.
    ///
    /// ```
    /// use uri::rfc1738::{FtpTransfer, FtpUrl};
    ///
    /// let fetch = |text| -> Result<Vec<String>, Box<dyn core::error::Error>> {
    ///     let commands = FtpUrl::parse(text)?.commands("me@h.org", FtpTransfer::Image)?;
    ///     Ok(commands.map(|command| command.to_string()).collect())
    /// };
    /// assert_eq!(
    ///     fetch("ftp://myname@host.dom/%2Fetc/motd")?,
    ///     ["USER myname", "CWD /etc", "TYPE I", "RETR motd"]
    /// );
    /// assert_eq!(
    ///     fetch("ftp://info.cern.ch/pub/www/doc;type=d")?,
    ///     ["USER anonymous", "PASS ***", "CWD pub", "CWD www", "NLST doc"]
    /// );
    /// assert!(fetch("ftp://host.dom/a%0D%0ADELE%20b").is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn commands(
        self,
        mail: &'a str,
        guess: FtpTransfer,
    ) -> Result<impl Iterator<Item = FtpCommand<'a>> + Clone, ForbiddenOctet> {
        let (user, password) = match self.user() {
            None => (Piece::Text(ANONYMOUS), Some(Piece::Text(mail))),
            Some(user) => {
                (Piece::Decoded(user.decode()), self.password().map(decoded(Password::decode)))
            }
        };
        let name = self.path().map(FtpPath::name).filter(|name| !name.as_str().is_empty());
        let argument = name.map(decoded(FtpSegment::decode));
        let (kind, access) = match (self.transfer().unwrap_or(guess), name) {
            (FtpTransfer::Directory, _) | (_, None) => (None, FtpVerb::Nlst),
            (FtpTransfer::Ascii, Some(_)) => (Some("A"), FtpVerb::Retr),
            (FtpTransfer::Image, Some(_)) => (Some("I"), FtpVerb::Retr),
        };
        let kind = kind.map(|code| FtpCommand::known(FtpVerb::Type, Some(Piece::Text(code))));
        let access = FtpCommand::new(access, argument)?;
        let user = FtpCommand::new(FtpVerb::User, Some(user))?;
        let password = match password {
            Some(password) => Some(FtpCommand::new(FtpVerb::Pass, Some(password))?),
            None => None,
        };
        let directories = self.path().into_iter().flat_map(FtpPath::directories);
        for directory in directories.clone() {
            cwd(directory).check()?;
        }
        let login = core::iter::once(user).chain(password);
        Ok(login.chain(directories.map(cwd)).chain(kind).chain([access]))
    }

    /// The decoded user of the URL, or `anonymous` if there is none, RFC 1738 section 3.2.1. An
    /// empty user is not the same as none, section 3.1.
    #[must_use]
    #[inline]
    pub fn user_or_anonymous(self) -> Decode<'a> {
        self.user().unwrap_or(User::known(ANONYMOUS, [])).decode()
    }
}

/// The user for URLs without a user; its text needs no decoding.
const ANONYMOUS: &str = "anonymous";

fn decoded<'a, P>(decode: impl Fn(P) -> Decode<'a>) -> impl Fn(P) -> Piece<'a> {
    move |part| Piece::Decoded(decode(part))
}

#[inline]
fn cwd(directory: FtpSegment<'_>) -> FtpCommand<'_> {
    FtpCommand::known(FtpVerb::Cwd, Some(Piece::Decoded(directory.decode())))
}

/// The name of a command, RFC 959.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FtpVerb {
    /// `USER`: the user who logs in.
    User,
    /// `PASS`: the password.
    Pass,
    /// `CWD`: changes the directory.
    Cwd,
    /// `TYPE`: the format in which files are transferred.
    Type,
    /// `NLST`: lists the names in a directory.
    Nlst,
    /// `RETR`: retrieves a file.
    Retr,
}

impl FtpVerb {
    /// The name in capital letters.
    #[must_use]
    #[inline]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "USER",
            Self::Pass => "PASS",
            Self::Cwd => "CWD",
            Self::Type => "TYPE",
            Self::Nlst => "NLST",
            Self::Retr => "RETR",
        }
    }
}

/// A command for a server. Made by [`FtpUrl::commands`].
///
/// The `Debug` and `Display` forms hide the password; [`line`](Self::line) is what the client
/// sends.
#[derive(Clone)]
pub struct FtpCommand<'a> {
    verb: FtpVerb,
    argument: Option<Piece<'a>>,
}

impl<'a> FtpCommand<'a> {
    /// `PASS` with a password that the user has entered.
    ///
    /// # Errors
    ///
    /// If the password has one of the octets CR, LF and NUL.
    #[inline]
    pub fn pass(password: &'a str) -> Result<Self, ForbiddenOctet> {
        Self::new(FtpVerb::Pass, Some(Piece::Text(password)))
    }

    /// The name of the command.
    #[must_use]
    #[inline]
    pub const fn verb(&self) -> FtpVerb {
        self.verb
    }

    /// Returns the line that the client sends, with CR LF at the end. An octet FF of the argument is
    /// doubled, because the connection uses Telnet (RFC 959 section 4.1, RFC 854).
    #[must_use]
    #[inline]
    pub fn line(&self) -> Line<'a> {
        let (separator, argument) = match &self.argument {
            Some(argument) => (" ", argument.clone()),
            None => ("", Piece::Text("")),
        };
        Line::new(
            [Piece::Text(self.verb.as_str()), Piece::Text(separator), argument],
            Channel::Telnet,
        )
    }

    #[inline]
    fn new(verb: FtpVerb, argument: Option<Piece<'a>>) -> Result<Self, ForbiddenOctet> {
        Self::known(verb, argument).check()
    }

    #[inline]
    const fn known(verb: FtpVerb, argument: Option<Piece<'a>>) -> Self {
        Self { verb, argument }
    }

    #[inline]
    fn check(self) -> Result<Self, ForbiddenOctet> {
        const FORBIDDEN: ByteSet = ByteSet::EMPTY.with(0).with(b'\n').with(b'\r');
        let Self { verb, argument } = self;
        let argument = match argument {
            Some(argument) => Some(argument.without(FORBIDDEN)?),
            None => None,
        };
        Ok(Self { verb, argument })
    }
}

/// Writes the command for display: the password is `***`, and octets that are not UTF-8 are U+FFFD.
impl fmt::Display for FtpCommand<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::pad(f, |target| {
            target.write_str(self.verb.as_str())?;
            match &self.argument {
                None => Ok(()),
                Some(_) if self.verb == FtpVerb::Pass => target.write_str(" ***"),
                Some(Piece::Decoded(argument)) => write!(target, " {argument}"),
                Some(Piece::Text(argument)) => write!(target, " {argument}"),
            }
        })
    }
}

/// Hides the password.
impl fmt::Debug for FtpCommand<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FtpCommand({self})")
    }
}
