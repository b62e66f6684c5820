"""Where the files of a did:webvh lie."""

from urllib.parse import unquote

LOOPBACK_HOSTS = ("localhost", "127.0.0.1")


def origin(did: str) -> str:
    """The web address of a did:webvh without a path: https, or http when it names this machine."""
    _, _, _scid, authority = did.split(":", 3)
    if ":" in authority:
        raise ValueError("a did:webvh with a path is not served by this product")
    host = unquote(authority)
    scheme = "http" if host.partition(":")[0] in LOOPBACK_HOSTS else "https"
    return f"{scheme}://{host}"
