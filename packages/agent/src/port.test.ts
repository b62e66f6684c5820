import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('the port has no word of a protocol, of a credential’s format or of a registry', async () => {
  const port = await readFile(new URL('port.ts', import.meta.url), 'utf8')
  const words =
    /anon ?creds|did ?comm|out.of.band|\brfc\b|\bcredo\b|registr(y|ies)|schema|\bdids?\b|webvh|\btails|predicate_|cred_|\w_id\b|referent|restriction/gi
  expect(port.match(words)).toBeNull()
})
