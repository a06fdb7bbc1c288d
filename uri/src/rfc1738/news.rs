//! News URLs for news readers. RFC 1738 sections 3.6 and 3.7.

use super::line::{Channel, Piece};
use super::{Article, ForbiddenOctet, Group, GroupPart, Line, NewsUrl, NntpUrl};
use crate::ByteSet;
use core::fmt;

/// The target of a news URL, RFC 1738 section 3.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NewsTarget<'a> {
    /// `*`: all groups that exist.
    AllGroups,
    /// A group.
    Group(Group<'a>),
    /// An article by its message id, without angle brackets; see [`Article::decode`].
    Article(Article<'a>),
}

impl<'a> GroupPart<'a> {
    /// Returns the target.
    #[must_use]
    #[inline]
    pub fn target(self) -> NewsTarget<'a> {
        match (self.group(), self.article()) {
            (Some(group), _) => NewsTarget::Group(group),
            (None, Some(article)) => NewsTarget::Article(article),
            (None, None) => NewsTarget::AllGroups,
        }
    }
}

impl<'a> NewsUrl<'a> {
    /// Returns the target. The URL names no server, RFC 1738 section 3.6.
    #[must_use]
    #[inline]
    pub fn target(self) -> NewsTarget<'a> {
        self.grouppart().target()
    }

    /// The NNTP command (RFC 977) that requests the target: `LIST`, `GROUP` with the group, or
    /// `ARTICLE` with the message id, decoded and in angle brackets.
    ///
    /// # Errors
    ///
    /// If the message id has an octet that no message id may have: only printable ASCII characters
    /// except the space, `<` and `>` are allowed (RFC 1036 section 2.1.5).
    ///
    /// ```
    /// use uri::rfc1738::NewsUrl;
    ///
    /// let send = |text| -> Result<Vec<u8>, Box<dyn core::error::Error>> {
    ///     Ok(NewsUrl::parse(text)?.command()?.octets().collect())
    /// };
    /// assert_eq!(send("news:*")?, b"LIST\r\n");
    /// assert_eq!(send("news:comp.lang.rust")?, b"GROUP comp.lang.rust\r\n");
    /// assert_eq!(send("news:1%2B2@h.org")?, b"ARTICLE <1+2@h.org>\r\n");
    /// assert!(send("news:a%0D%0AQUIT@h.org").is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn command(self) -> Result<Line<'a>, ForbiddenOctet> {
        const PRINTABLE: ByteSet = ByteSet::EMPTY.with_range(0x21, 0x7E);
        const FORBIDDEN: ByteSet =
            ByteSet::EMPTY.with_range(0, 0xFF).without(PRINTABLE).with(b'<').with(b'>');
        match self.target() {
            NewsTarget::AllGroups => Ok(Line::new([Piece::Text("LIST")], Channel::Plain)),
            NewsTarget::Group(group) => Ok(select(group)),
            NewsTarget::Article(article) => {
                let id = Piece::Decoded(article.decode()).without(FORBIDDEN)?;
                let pieces = [Piece::Text("ARTICLE <"), id, Piece::Text(">")];
                Ok(Line::new(pieces, Channel::Plain))
            }
        }
    }
}

/// Returns the command that selects a group, whose name has neither escapes nor spaces.
#[inline]
fn select(group: Group<'_>) -> Line<'_> {
    Line::new([Piece::Text("GROUP "), Piece::Text(group.as_str())], Channel::Plain)
}

impl<'a> NntpUrl<'a> {
    /// The number of the article in its group; `None` if the URL names only the group. RFC 1738
    /// section 3.7.
    ///
    /// # Errors
    ///
    /// If the number has more than 64 bits; the grammar sets no bound.
    ///
    /// ```
    /// use uri::rfc1738::NntpUrl;
    ///
    /// assert_eq!(NntpUrl::parse("nntp://h/comp.lang.rust/123")?.article_number(), Ok(Some(123)));
    /// assert_eq!(NntpUrl::parse("nntp://h/comp.lang.rust")?.article_number(), Ok(None));
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[inline]
    pub fn article_number(self) -> Result<Option<u64>, ArticleNumberError> {
        let number = self.article_digits().map(str::parse);
        number.transpose().map_err(|_| ArticleNumberError { private: () })
    }

    /// The NNTP commands (RFC 977) that fetch the article, `GROUP` and `ARTICLE`, or only select
    /// the group if the URL names no article.
    ///
    /// ```
    /// use uri::rfc1738::NntpUrl;
    ///
    /// let mut sent = NntpUrl::parse("nntp://h/comp.lang.rust/123")?.commands();
    /// let mut buffer = [0; 32];
    /// assert_eq!(sent.next().unwrap().write_in(&mut buffer)?, b"GROUP comp.lang.rust\r\n");
    /// assert_eq!(sent.next().unwrap().write_in(&mut buffer)?, b"ARTICLE 123\r\n");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn commands(self) -> impl Iterator<Item = Line<'a>> + Clone {
        let article = self.article_digits().map(|digits| {
            Line::new([Piece::Text("ARTICLE "), Piece::Text(digits)], Channel::Plain)
        });
        core::iter::once(select(self.group())).chain(article)
    }

    /// Returns the text after the slash that follows the group, if there is one. A group starts
    /// with a letter.
    #[inline]
    fn article_digits(self) -> Option<&'a str> {
        let (_, last) = self.as_str().rsplit_once('/')?;
        last.starts_with(|first: char| first.is_ascii_digit()).then_some(last)
    }
}

/// The error if the number of an article has more than 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArticleNumberError {
    private: (),
}

impl fmt::Display for ArticleNumberError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of the article has more than 64 bits")
    }
}

impl core::error::Error for ArticleNumberError {}
