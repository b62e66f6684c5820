"""Return route (RFC 0092) as phones and browsers need it, which have no address: everything comes over the sockets that they opened.

A test's part, not a product's. ACA-Py answers over such sockets, but as a wallet it opens none, and as an issuer it begins nothing over them.
"""
