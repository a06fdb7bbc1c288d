"""Answers for `abnfc conform --protocol json`: parsers of Python, by name."""

import importlib.metadata
import json
import sys


# Each function returns a parser, which returns parts, and raises or returns `None` for what it rejects.


def accepting(function):
    """A parser without parts, from a function that raises for what it rejects."""

    def parse(text):
        function(text)
        return {}

    return parse


def urlsplit():
    from urllib.parse import urlsplit

    def parse(text):
        url = urlsplit(text)
        # `hostname` is in lower case and without brackets.
        host = url.hostname
        if host is not None and "[" in url.netloc:
            host = f"[{host}]"
        return {"host": as_written(url.netloc, host), "port": digits(url.port, url.netloc)}

    return parse


def as_written(authority, host):
    """The host with the case that it has in the authority, after the user information."""
    if host is None:
        return None
    written = authority.rpartition("@")[2][: len(host)]
    return written if written.lower() == host.lower() else host


def digits(port, authority):
    """A port as it is written; `None` stands for an empty one, too."""
    if port is None:
        return "" if authority.endswith(":") else None
    written = authority.rpartition(":")[2]
    return written if written.isascii() and written.isdigit() and int(written) == port else str(port)


def ipv4():
    from ipaddress import IPv4Address

    return accepting(IPv4Address)


def ipv6():
    from ipaddress import IPv6Address

    return accepting(IPv6Address)


def json_loads():
    return accepting(json.loads)


def fromisoformat():
    from datetime import datetime

    return accepting(datetime.fromisoformat)


def tomllib_loads():
    from tomllib import loads

    return accepting(loads)


def uuid():
    from uuid import UUID

    return accepting(UUID)


def email_address():
    from email.headerregistry import Address

    def parse(text):
        address = Address(addr_spec=text)
        return {"local-part": address.username, "domain": address.domain}

    return parse


def rfc3986():
    from rfc3986 import is_valid_uri, uri_reference

    def parse(text):
        if not is_valid_uri(text):
            return None
        uri = uri_reference(text)
        return {"host": uri.host, "port": uri.port}

    return parse


def semver():
    from semver import Version

    return accepting(Version.parse)


def email_validator():
    from email_validator import validate_email

    options = {
        "check_deliverability": False,
        "allow_quoted_local": True,
        "allow_domain_literal": True,
        "allow_smtputf8": False,
        "test_environment": True,
    }
    return accepting(lambda text: validate_email(text, **options))


# The parser, and the distribution that has it.
PARSERS = {
    "urllib.parse.urlsplit": (urlsplit, None),
    "ipaddress.IPv4Address": (ipv4, None),
    "ipaddress.IPv6Address": (ipv6, None),
    "json.loads": (json_loads, None),
    "datetime.fromisoformat": (fromisoformat, None),
    "tomllib.loads": (tomllib_loads, None),
    "uuid.UUID": (uuid, None),
    "email.headerregistry.Address": (email_address, None),
    "rfc3986": (rfc3986, "rfc3986"),
    "semver": (semver, "semver"),
    "email-validator": (email_validator, "email-validator"),
}


def main():
    make, distribution = PARSERS[sys.argv[1]]
    if sys.argv[2:] == ["--version"]:
        own = f"Python {sys.version.split()[0]}"
        print(importlib.metadata.version(distribution) if distribution else own)
        return
    parse = make()
    for line in sys.stdin:
        message = json.loads(line)
        # Text that is not UTF-8 is no text of Python.
        if "text" not in message:
            print("null", flush=True)
            continue
        try:
            parts = parse(message["text"])
        # Whatever a parser raises, it rejects the text.
        except Exception:
            parts = None
        answer = {"match": parts is not None, "parts": parts or {}}
        print(json.dumps(answer), flush=True)


main()
