import { createPrivateKey, createPublicKey } from 'node:crypto'
import { secretbox } from '@noble/ciphers/salsa.js'
import { describe, expect, test } from 'vitest'
import { type AgreementKey, agreementKeyOf, boxed, openedBox, openedSeal, sealedFor, sharedKey } from './nacl-box.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')

function x25519(secret: string): AgreementKey {
  const der = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), bytes(secret)])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32) }
}

/** RFC 7748, 6.1; "Cryptography in NaCl" (Bernstein, 2009) goes on with the same keys. */
const alice = x25519('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a')
const bob = x25519('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb')

describe('agreement', () => {
  test('the published keys are these', () => {
    expect(hex(alice.publicKey)).toBe('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a')
    expect(hex(bob.publicKey)).toBe('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f')
  })

  test('both sides come to the published key', () => {
    const shared = '1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389'
    expect(hex(sharedKey(alice, bob.publicKey))).toBe(shared)
    expect(hex(sharedKey(bob, alice.publicKey))).toBe(shared)
  })

  /** libsodium, test/default/ed25519_convert.c. */
  test('the X25519 form of an Ed25519 key is the published one', () => {
    const seed = bytes('421151a459faeade3d247115f94aedae42318124095afabe4d1451a559faedee')
    expect(hex(agreementKeyOf(seed).publicKey)).toBe('f1814f0e8ff1043d8a44d25babff3cedcae6c22c3edaa48f857ae70de2baae50')
  })

  /** All encodings of points whose order divides eight (Wycheproof, x25519_test, "small public key"). */
  test.each([
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000000',
    'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
    '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ])('a point of low order is refused: %s', (point) => {
    expect(() => sharedKey(alice, bytes(point))).toThrow()
    expect(() => sealedFor(bytes(point), bytes('00'))).toThrow()
    expect(() => openedSeal(alice, Buffer.concat([bytes(point), Buffer.alloc(40)]))).toThrow()
  })

  test.each([0, 31, 33])('a key of %i bytes is refused', (length) => {
    expect(() => sharedKey(alice, new Uint8Array(length).fill(9))).toThrow('32 bytes')
  })
})

describe('boxes', () => {
  /** NaCl, tests/box.c and tests/box.out. */
  const nonce = bytes('69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37')
  const text =
    bytes(`be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c01
    233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52
    f0a089bc76897040e082f937763848645e0705`)
  const sealed =
    bytes(`f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186ac0dfc17c
    98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da
    99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5`)

  test('a published box opens, and is made of the published text', () => {
    expect(hex(openedBox(sharedKey(bob, alice.publicKey), nonce, sealed))).toBe(hex(text))
    expect(hex(secretbox(sharedKey(alice, bob.publicKey), nonce).seal(text))).toBe(hex(sealed))
  })

  test('what is boxed opens on the other side, with another nonce each time', () => {
    const first = boxed(sharedKey(alice, bob.publicKey), text)
    const second = boxed(sharedKey(alice, bob.publicKey), text)
    expect(hex(openedBox(sharedKey(bob, alice.publicKey), first.nonce, first.sealed))).toBe(hex(text))
    expect(hex(first.nonce)).not.toBe(hex(second.nonce))
  })

  test('what is sealed opens for its receiver alone', () => {
    const letter = sealedFor(bob.publicKey, text)
    expect(hex(openedSeal(bob, letter))).toBe(hex(text))
    expect(() => openedSeal(alice, letter)).toThrow()
  })

  test.each([0, 20, 60])('a changed byte at %i is noticed', (at) => {
    const letter = sealedFor(bob.publicKey, text)
    letter.set([(letter.at(at) ?? 0) ^ 1], at)
    expect(() => openedSeal(bob, letter)).toThrow()
  })

  test.each([0, 31, 32, 47])('a letter of %i bytes is refused', (length) => {
    expect(() => openedSeal(bob, sealedFor(bob.publicKey, text).subarray(0, length))).toThrow()
  })
})
