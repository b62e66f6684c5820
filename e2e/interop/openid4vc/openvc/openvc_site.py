"""An issuer and verifier on openvc, which judges what wallets send and signs what they get.

openvc opens no port and keeps no state: the endpoints around it are of the tests. Its token names the credential that
it is for, as few issuers do. `POST /control/offer` and `/control/request` begin something, `/control/outcome` says how
it went; all with JSON in and out.
"""

import base64
import hashlib
import json
import os
import secrets
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from openvc.errors import OpenvcError
from openvc.keys import P256KeyAgreementKey, P256SigningKey
from openvc.openid4vci import parse_credential_request, verify_credential_request_proofs
from openvc.openid4vp import verify_encrypted_vp_response
from openvc.proof.sd_jwt import SdJwtVcProofSuite
from openvc.status.issue import verify_status_list_token
from openvc.x5c import resolve_x5c_key

PORT = int(os.environ["OPENVC_PORT"])
ORIGIN = f"http://localhost:{PORT}"
TYPE = f"{ORIGIN}/types/card"
GRANT = "urn:ietf:params:oauth:grant-type:pre-authorized_code"
BATCH_SIZE = 3
FOREIGN_ROOT = x509.load_pem_x509_certificate(os.environ["FOREIGN_ROOT"].encode())
FOREIGN_ISSUER = os.environ["FOREIGN_ISSUER"]


def certificate(name, key, authority_name, authority_key, is_root):
    now = datetime.now(timezone.utc)
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, authority_name)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=is_root, path_length=None), critical=True)
    )
    if is_root:
        unused = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
        usage = {name: False for name in (*unused, "encipher_only", "decipher_only")}
        extension = x509.KeyUsage(**usage, key_cert_sign=True, crl_sign=True)
    else:
        extension = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.UniformResourceIdentifier(ORIGIN)])
    builder = builder.add_extension(extension, critical=is_root)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    authority = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
    return builder.add_extension(authority, critical=False).sign(authority_key, hashes.SHA256())


root_key = ec.generate_private_key(ec.SECP256R1())
private_key = ec.generate_private_key(ec.SECP256R1())
ROOT = certificate("openvc Root", root_key, "openvc Root", root_key, is_root=True)
leaf = certificate("openvc", private_key, "openvc Root", root_key, is_root=False)
leaf_der = leaf.public_bytes(serialization.Encoding.DER)
X5C = [base64.b64encode(leaf_der).decode()]
signing_key = P256SigningKey(private_key, kid="signer")


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


CLIENT_ID = "x509_hash:" + b64url(hashlib.sha256(leaf_der).digest())

offers, requests, nonces = {}, {}, set()


def start_offer(body):
    offer = {"id": secrets.token_urlsafe(8), "code": secrets.token_urlsafe(), "claims": body["claims"], "outcome": {}}
    offers[offer["id"]] = offer
    content = {
        "credential_issuer": ORIGIN,
        "credential_configuration_ids": ["card"],
        "grants": {GRANT: {"pre-authorized_code": offer["code"]}},
    }
    query = urllib.parse.urlencode({"credential_offer": json.dumps(content)})
    return {"id": offer["id"], "link": f"openid-credential-offer://?{query}"}


def start_request(body):
    request = {
        "id": secrets.token_urlsafe(8),
        "nonce": secrets.token_urlsafe(),
        "query": body["query"],
        "key": P256KeyAgreementKey.generate("answers"),
        "outcome": {},
    }
    requests[request["id"]] = request
    query = urllib.parse.urlencode({"client_id": CLIENT_ID, "request_uri": f"{ORIGIN}/requests/{request['id']}"})
    return {"id": request["id"], "link": f"openid4vp://?{query}"}


def outcome(body):
    return (offers.get(body["id"]) or requests[body["id"]])["outcome"]


def issuer_metadata():
    return {
        "credential_issuer": ORIGIN,
        "credential_endpoint": f"{ORIGIN}/credential",
        "nonce_endpoint": f"{ORIGIN}/nonce",
        "notification_endpoint": f"{ORIGIN}/notification",
        "batch_credential_issuance": {"batch_size": BATCH_SIZE},
        "credential_configurations_supported": {
            "card": {
                "format": "dc+sd-jwt",
                "vct": TYPE,
                "cryptographic_binding_methods_supported": ["jwk"],
                "proof_types_supported": {"jwt": {"proof_signing_alg_values_supported": ["ES256"]}},
            }
        },
    }


def token(form):
    offer = next((each for each in offers.values() if each["code"] == form.get("pre-authorized_code")), None)
    if offer is None or "token" in offer:
        raise Refused("invalid_grant")
    offer["token"] = secrets.token_urlsafe()
    offer["identifier"] = f"card-{offer['id']}"
    details = {
        "type": "openid_credential",
        "credential_configuration_id": "card",
        "credential_identifiers": [offer["identifier"]],
    }
    return {"access_token": offer["token"], "token_type": "Bearer", "authorization_details": [details]}


def nonce():
    value = secrets.token_urlsafe()
    nonces.add(value)
    return {"c_nonce": value}


def take_nonce(value):
    if value not in nonces:
        return False
    nonces.remove(value)
    return True


def credential(offer, text):
    request = parse_credential_request(text, batch_size=BATCH_SIZE)
    # OpenID4VCI 1.0, 8.2: a token that names credentials is for these alone.
    if request.credential_identifier != offer["identifier"]:
        raise Refused("unknown_credential_identifier")
    proofs = verify_credential_request_proofs(request, credential_issuer=ORIGIN, check_nonce=take_nonce)
    claims = {"iss": ORIGIN, **offer["claims"]}
    issued = [
        SdJwtVcProofSuite().issue(
            claims,
            signing_key=signing_key,
            disclosable=list(offer["claims"]),
            holder_jwk=proof.public_jwk,
            vct=TYPE,
            expires_in_s=86_400,
            decoys=2,
            x5c=X5C,
        )
        for proof in proofs
    ]
    return {"credentials": [{"credential": each} for each in issued], "notification_id": offer["id"]}


def signed_request(request):
    header = {"typ": "oauth-authz-req+jwt", "alg": "ES256", "x5c": X5C}
    claims = {
        "client_id": CLIENT_ID,
        "response_type": "vp_token",
        "response_mode": "direct_post.jwt",
        "response_uri": f"{ORIGIN}/answers/{request['id']}",
        "aud": "https://self-issued.me/v2",
        "nonce": request["nonce"],
        "dcql_query": request["query"],
        "client_metadata": {
            "jwks": {"keys": [{**request["key"].public_jwk(), "kid": "answers", "use": "enc", "alg": "ECDH-ES"}]},
            "vp_formats_supported": {"dc+sd-jwt": {"sd-jwt_alg_values": ["ES256"], "kb-jwt_alg_values": ["ES256"]}},
        },
    }
    text = ".".join(b64url(json.dumps(part).encode()) for part in (header, claims))
    return f"{text}.{b64url(signing_key.sign(text.encode()))}"


def foreign_status_list(uri):
    with urllib.request.urlopen(uri, timeout=10) as answer:
        text = answer.read(1_000_000).decode()
    header = json.loads(base64.urlsafe_b64decode(text.split(".")[0] + "=="))
    key = resolve_x5c_key(header["x5c"], FOREIGN_ISSUER, trust_anchors=[FOREIGN_ROOT])
    return verify_status_list_token(text, public_key_jwk=key, expected_uri=uri)


def judge(request, form):
    if "error" in form:
        return {"verified": False, "reason": form["error"]}
    try:
        verified = verify_encrypted_vp_response(
            form["response"],
            key=request["key"],
            dcql_query=request["query"],
            nonce=request["nonce"],
            client_id=CLIENT_ID,
            x5c_trust_anchors=[FOREIGN_ROOT, ROOT],
            resolve_status_list_token=foreign_status_list,
        )
    except OpenvcError as error:
        return {"verified": False, "reason": f"{type(error).__name__}: {error}"}
    return {"verified": True, "claims": [dict(each.raw.claims) for each in verified.presentations]}


class Refused(Exception):
    """An error of OAuth."""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        name, *rest = self.path.removeprefix("/").split("/")
        if name == "ready":
            self.send(200, {})
        elif self.path == "/.well-known/openid-credential-issuer":
            self.send(200, issuer_metadata())
        elif self.path == "/.well-known/oauth-authorization-server":
            self.send(200, {"issuer": ORIGIN, "token_endpoint": f"{ORIGIN}/token"})
        elif name == "requests" and rest[0] in requests:
            self.send(200, signed_request(requests[rest[0]]), "application/oauth-authz-req+jwt")
        else:
            self.send(404, {})

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers["content-length"]), 1_000_000)).decode()
        try:
            self.send(*self.answer(body))
        except Refused as error:
            self.send(400, {"error": str(error)})
        except OpenvcError as error:
            self.send(400, {"error": "invalid_credential_request", "error_description": str(error)})

    def answer(self, body):
        name, *rest = self.path.removeprefix("/").split("/")
        if name == "control":
            call = {"offer": start_offer, "request": start_request, "outcome": outcome}[rest[0]]
            return 200, call(json.loads(body))
        if name == "nonce":
            return 200, nonce()
        if name == "answers":
            request = requests[rest[0]]
            request["outcome"] = judge(request, dict(urllib.parse.parse_qsl(body)))
            return (200 if request["outcome"]["verified"] else 400), {}
        if name == "token":
            return 200, token(dict(urllib.parse.parse_qsl(body)))
        bearer = self.headers["authorization"].removeprefix("Bearer ")
        offer = next(each for each in offers.values() if each.get("token") == bearer)
        if name == "credential":
            return 200, credential(offer, body)
        offer["outcome"] = {"event": json.loads(body)["event"]}
        return 204, None

    def send(self, status, content, content_type="application/json"):
        text = content if isinstance(content, str) else "" if content is None else json.dumps(content)
        self.send_response(status)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
