"""Lets ACA-Py be reached like a phone: not at all, but over the sockets that it opened itself (return route, RFC 0092).

A test's part, not a product's. ACA-Py answers over such sockets, but opens none.
"""
