/** Where issuers publish their objects (AnonCreds specification, "Verifiable Data Registry"). */
export interface DataRegistry {
  /**
   * Rejects with `unreachable`, `wrong-clock`, or `untrusted` when nothing is there, or not by its publisher.
   * @param id begins with its publisher's DID, up to the first `/`
   */
  read(id: string): Promise<PublishedObject>
}

/** An object that an issuer published. The content never changes, only what it links to. */
export interface PublishedObject {
  content: Record<string, unknown>
  /** A revocation registry's status lists, each with the time from which it is in force, in seconds since 1970. */
  links?: { id: string; timestamp?: number }[]
}
