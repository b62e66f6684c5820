"""Return route (RFC 0092) for phones and browsers, which have no address: they receive over the sockets they opened.

For tests alone. ACA-Py answers over such sockets, but as a wallet it opens none, and as an issuer it begins nothing
over them.
"""
