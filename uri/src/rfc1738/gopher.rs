//! Gopher URLs for clients. RFC 1738 section 3.4.

use super::line::{Channel, Piece};
use super::{ForbiddenOctet, GopherPlusString, GopherType, GopherUrl, Line, Search, Selector};
use crate::{ByteSet, Decode};

impl<'a> GopherUrl<'a> {
    /// The type of the item, decoded: usually a digit or a letter, `b'0'` for a text, `b'1'` for a
    /// menu, `b'7'` for a search, `b'9'` for octets, or another type of RFC 1436 section 3.8.
    /// `b'1'` if the URL names none, RFC 1738 section 3.4.1.
    #[must_use]
    #[inline]
    pub fn item_type(self) -> u8 {
        self.gopher_type()
            .map(GopherType::decode)
            .and_then(|mut octets| octets.next())
            .unwrap_or(b'1')
    }

    /// Returns the line that a client sends for the item: the selector; if there is a search, a tab
    /// and the search; if there is a Gopher+ string, a tab, the search, another tab and the string;
    /// all decoded. RFC 1738 sections 3.4.1 to 3.4.8. The URL of a server alone requests its menu,
    /// with an empty line.
    ///
    /// Items of the types `8` and `T` are reached by Telnet; no Gopher request is sent for them.
    ///
    /// # Errors
    ///
    /// If a part has one of the octets TAB, LF and CR, which a selector cannot have (section
    /// 3.4.1), and which would begin another field or end the line. A form does have them; for
    /// forms, use [`form_request`](Self::form_request).
    ///
    /// ```
    /// use uri::rfc1738::GopherUrl;
    ///
    /// let send = |text| -> Result<Vec<u8>, Box<dyn core::error::Error>> {
    ///     Ok(GopherUrl::parse(text)?.request()?.octets().collect())
    /// };
    /// assert_eq!(send("gopher://h")?, b"\r\n");
    /// assert_eq!(send("gopher://h/00/a%20b")?, b"0/a b\r\n");
    /// assert_eq!(send("gopher://h/7index%09words")?, b"index\twords\r\n");
    /// assert_eq!(send("gopher://h/1menu%09%09!+ABSTRACT")?, b"menu\t\t!+ABSTRACT\r\n");
    /// assert!(send("gopher://mail.h:25/0HELO%0D%0AMAIL").is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn request(self) -> Result<Line<'a>, ForbiddenOctet> {
        let piece = |part: Option<Decode<'a>>| part.map_or(Ok(Piece::Text("")), field);
        let tab = |follows: bool| Piece::Text(if follows { "\t" } else { "" });
        let (search, plus) = (self.search(), self.gopher_plus_string());
        let pieces = [
            piece(self.selector().map(Selector::decode))?,
            tab(search.is_some()),
            piece(search.map(Search::decode))?,
            tab(plus.is_some()),
            piece(plus.map(GopherPlusString::decode))?,
        ];
        Ok(Line::new(pieces, Channel::Plain))
    }

    /// Returns the lines that a client sends for a form that has been filled in. `None` if the
    /// Gopher+ string is not such a form, or if there is a search. RFC 1738 section 3.4.9.
    ///
    /// The lines after the first are data from the author of the URL. Do not send them to a port
    /// where something other than a Gopher server may listen.
    ///
    /// # Errors
    ///
    /// If the selector has one of the octets TAB, LF and CR.
    ///
    /// ```
    /// use uri::rfc1738::GopherUrl;
    ///
    /// let url = GopherUrl::parse("gopher://h/1q%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A")?;
    /// let sent: Vec<u8> = url.form_request()?.unwrap().octets().collect();
    /// assert_eq!(sent, b"q\t+\t1\r\n+-1\r\nyes\r\n.\r\n");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn form_request(self) -> Result<Option<Line<'a>>, ForbiddenOctet> {
        let form = self.gopher_plus_string().and_then(GopherPlusString::form_without_end);
        let (Some(form), Some("")) = (form, self.search().map(Search::as_str)) else {
            return Ok(None);
        };
        let selector = self.selector().map(Selector::decode);
        let selector = selector.map_or(Ok(Piece::Text("")), field)?;
        let pieces = [selector, Piece::Text("\t"), Piece::Decoded(form)];
        Ok(Some(Line::new(pieces, Channel::Plain)))
    }
}

/// Checks data for one field of a line, which TAB, LF and CR would end.
#[inline]
pub(super) fn field(data: Decode<'_>) -> Result<Piece<'_>, ForbiddenOctet> {
    const FORBIDDEN: ByteSet = ByteSet::EMPTY.with(b'\t').with(b'\n').with(b'\r');
    Piece::Decoded(data).without(FORBIDDEN)
}

/// The text of a form before and after its values; the latter is a line with only a dot.
const FORM_BEGIN: &[u8] = b"+\t1\r\n+-1\r\n";
const FORM_END: &[u8] = b"\r\n.\r\n";

impl<'a> GopherPlusString<'a> {
    /// The form that the string stands for, without its final CR LF; `None` if it is not a form, or
    /// if the form ends before the string does.
    #[inline]
    fn form_without_end(self) -> Option<Decode<'a>> {
        let octets = self.decode();
        if !octets.clone().take(FORM_BEGIN.len()).eq(FORM_BEGIN.iter().copied()) {
            return None;
        }
        // The position of the first end, which may share its first CR LF with the beginning.
        let values = octets.skip(FORM_BEGIN.len() - 2);
        let mut last = [0; FORM_END.len()];
        let mut rest = values;
        loop {
            last.rotate_left(1);
            *last.last_mut()? = rest.next()?;
            if last == FORM_END {
                break;
            }
        }
        if rest.next().is_some() {
            return None;
        }
        // In the text, CR and LF are escapes of three characters each.
        let text = self.as_str();
        Some(Self::known(text.get(..text.len().checked_sub(6)?)?, []).decode())
    }
}
