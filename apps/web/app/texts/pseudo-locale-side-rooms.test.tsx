// @vitest-environment happy-dom
import type { Receipt } from '@lastmile/contracts'
import { openid4vcMessages, protocolMessageKinds } from '@lastmile/contracts/protocol-kinds'
import { uploadLimits } from '@lastmile/contracts/uploaded'
import { act, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WhatJustHappened } from '../exchanges/messages/what-just-happened.tsx'
import { CharacterUpload } from '../features/character-upload/character-upload.tsx'
import { SecretMenu } from '../features/secret-menu/secret-menu.tsx'
import { fetchCharacters } from '../state/characters/characters-slice.ts'
import { stateRestored } from '../state/demo-actions.ts'
import { operatorOptionsSet } from '../state/preferences/preferences-slice.ts'
import { storeWith } from '../store/store.fixture.ts'
import { QrCode } from '../ui/qr-code.tsx'
import { LatestReceipt } from '../visit/receipts/latest-receipt.tsx'
import { ReceiptList } from '../visit/receipts/receipt-list.tsx'
import { ReceiptSheet } from '../visit/receipts/receipt-sheet.tsx'
import { card, character, failure, issued, lasting, screen } from './demo-in-cyrillic.fixture.ts'
import { content, unsaid } from './pseudo.fixture.ts'
import { type Changes, clearStage, later, type Scene, show, wordsLeftBehind } from './stage.fixture.tsx'

vi.mock('./texts.tsx', async (original) => (await import('./pseudo.fixture.ts')).pseudoTexts(original))
vi.mock('@lastmile/contracts/site', async (original) => (await import('./pseudo.fixture.ts')).pseudoSite(original))
vi.mock('react-confetti', () => ({ default: () => null }))
vi.mock('../ui/qr-picture.tsx', () => {
  throw new Error('This file is not there.')
})

// Loading on demand may take as long as the machine needs.
beforeAll(() =>
  Promise.all([
    import('../features/character-upload/upload-dialog.tsx'),
    import('../features/secret-menu/palette.tsx'),
    import('../exchanges/messages/message-list.tsx'),
  ]),
)
beforeEach(() => void vi.useFakeTimers())
afterEach(clearStage)

const settled = () => act(async () => {})

describe('the hidden menu in another language', () => {
  async function open(scene?: Scene) {
    const { found } = show(<SecretMenu />, scene)
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    await later()
    return found
  }
  const options = () => page.getAllByRole('option')
  const other: Changes = {
    preferences: {
      darkMode: true,
      showHiddenUseCases: true,
      revocationEnabled: false,
      characterUploadEnabled: true,
      protocol: 'openid4vc',
    },
  }

  it.each<[string, Changes]>([
    ['at first', {}],
    ['with everything the other way round', other],
    ['with an invitation on the screen', { proof: { proofUrl: '/' } }],
  ])('leaves no word behind in its options %s, and when they are done', async (_, changes) => {
    await open({ changes })
    for (let index = options().length - 1; index >= 0; index -= 1) {
      const found = await open({ changes })
      fireEvent.click(options()[index] ?? document)
      await later()
      expect([...found]).toEqual([])
    }
  })

  it('leaves no word behind on a device that asks for stillness and does not copy', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no permission'))
    await open()
    for (let index = options().length - 1; index >= 0; index -= 1) {
      const found = await open()
      fireEvent.click(options()[index] ?? document)
      await later()
      expect([...found]).toEqual([])
    }
  })

  it('leaves no word behind where nothing is found', async () => {
    const found = await open()
    fireEvent.change(page.getByRole('combobox'), { target: { value: 'ьь' } })
    await later()
    expect(page.queryByRole('option')).toBeNull()
    expect([...found]).toEqual([])
  })

  it('leaves no word behind where it cannot be loaded', async () => {
    vi.doMock('../features/secret-menu/palette.tsx', () => {
      throw new Error('This file is not there.')
    })
    expect([...(await open())]).toEqual([])
  })
})

describe('the upload of a character in another language', () => {
  const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  /** Text of a file is shown unchanged. */
  const paper = { ...card, name: content('Paper') }
  const courier = {
    ...character,
    id: '7',
    image: picture,
    onboarding: [
      screen('PICK_CHARACTER'),
      { ...screen('CONNECT'), issuer_name: content('Guild') },
      { ...screen('ACCEPT_CREDENTIAL'), credentials: [paper] },
      screen('SETUP_COMPLETED'),
    ],
    progressBar: [],
    useCases: [],
    revocationInfo: [],
  }
  const offered: Changes = { preferences: { characterUploadEnabled: true } }
  const lost: Changes = { characters: { currentCharacter: 'uploaded-7', uploadedSlug: 'uploaded-7' } }
  const upload = { id: 'u', character: courier, credentials: [card, card, card], registered: 1, error: null }

  it.each<[string, Changes]>([
    ['is offered', offered],
    ['asks for its file again', lost],
    ['is under way', { characters: { upload, isUploading: true } }],
    ['is tried again', { characters: { upload: { ...upload, error: failure }, isUploading: true } }],
    ['failed', { characters: { upload: { ...upload, error: lasting }, isUploading: false } }],
  ])('leaves no word behind where it %s', async (_, changes) => {
    expect(await wordsLeftBehind(<CharacterUpload />, { changes })).toEqual([])
  })

  const file = (text: unknown, name = '7.json') =>
    new File([typeof text === 'string' ? text : JSON.stringify(text)], name)

  async function choose(chosen: File) {
    fireEvent.click(page.getAllByRole('button').at(0) ?? document)
    await later()
    const input = document.querySelector('input[type=file]')
    fireEvent.change(input ?? document, { target: { files: [chosen] } })
    await settled()
    fireEvent.submit(document.querySelector('form') ?? document)
    await later()
  }

  const unknownFields = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [content(`Field ${index}`), 1]))
  const requirement = { name: content('Diploma'), properties: [content('grade')] }

  it.each<[string, File, Changes?]>([
    ['is no .json file', file('', content('Letter'))],
    ['is too large', file('x'.repeat(uploadLimits.fileBytes + 1))],
    ['cannot be read', Object.assign(file(''), { text: () => Promise.reject(new Error('moved')) })],
    ['is no JSON', file('{')],
    ['breaks off at a place', file('{"1": 1,\n}')],
    ['is no object', file('[]')],
    ['is too deep', file('['.repeat(40) + ']'.repeat(40))],
    [
      'is of another form',
      file({ ...courier, name: 7, type: undefined, description: '', onboarding: [], useCases: {} }),
    ],
    [
      'breaks the rules of its fields',
      file({ ...courier, id: 'Ж', name: 'ж'.repeat(500), image: 'ж', type: '\u202e' }),
    ],
    ['has one unknown field', file({ ...courier, [content('Field')]: 1 })],
    ['has many unknown fields', file({ ...courier, ...unknownFields })],
    [
      'asks for what nobody issues',
      file({
        ...courier,
        useCases: [
          { id: '8', name: content('Gate'), screens: [{ ...screen('START'), credentials: [paper] }, screen('END')] },
          { id: '8', name: content('Gate'), screens: [screen('START')] },
        ],
        revocationInfo: [{ ...character.revocationInfo[0], credentialName: requirement.name }],
      }),
    ],
    ['is another character', file({ ...courier, id: '9' }), lost],
  ])('leaves no word behind where the file %s', async (_, chosen, changes = offered) => {
    const { found } = show(<CharacterUpload />, { changes })
    await choose(chosen)
    expect([...found]).toEqual([])
  })

  it.each<[string, boolean]>([
    ['at its end', false],
    ['at its end when it was lost', true],
  ])('leaves no word behind %s', async (_, wasLost) => {
    const { store } = storeWith({ getOrCreateCredDef: () => ({ data: 'x', state: 'ready' }) })
    store.dispatch(fetchCharacters.fulfilled([character], '', undefined))
    store.dispatch(operatorOptionsSet({ characterUploadEnabled: true }))
    if (wasLost) store.dispatch(stateRestored({ characters: { currentCharacter: 'uploaded-7' } }))
    const { found } = show(<CharacterUpload />, { store })
    await choose(file(courier))
    expect(store.getState().characters.uploadedCharacter?.id).toBe('uploaded-7')
    expect([...found]).toEqual([])
  })

  it('leaves no word behind where it cannot be loaded', async () => {
    vi.doMock('../features/character-upload/upload-dialog.tsx', () => {
      throw new Error('This file is not there.')
    })
    expect(await wordsLeftBehind(<CharacterUpload />, { changes: offered })).toEqual([])
  })
})

describe('what just happened in another language', () => {
  const messages = [...protocolMessageKinds, ...Object.keys(openid4vcMessages), content('unheard of')].flatMap((kind) =>
    (['sent', 'received'] as const).map((direction) => ({
      id: `${kind} ${direction}`,
      at: '2026-11-22T10:00:00Z',
      direction,
      type: protocolMessageKinds.includes(kind as never) ? `https://didcomm.org/${kind.replace('/', '/1.0/')}` : kind,
      thread_id: 't',
      state: 'done' as const,
      message: { comment: 'Left as it was.' },
      connectionId: 'c1',
      proofId: null,
    })),
  )
  const strip = <WhatJustHappened about={{ connectionId: 'c1' }} />

  it.each<[string, Scene]>([
    ['every message', { changes: { messages } }],
    ['no message', { call: async () => ({ messages: [] }) }],
    ['messages on their way', {}],
    ['no answer', { call: () => Promise.reject(new Error('offline')) }],
  ])('leaves no word behind with %s', async (_, scene) => {
    expect(await wordsLeftBehind(strip, scene)).toEqual([])
  })
})

describe('a receipt in another language', () => {
  const proved = [{ name: 'level', type: '>=' as const, value: 2 }]
  const credential = { name: card.name, issuer: content('Unity College'), shown: ['first_name'], proved, kept: [] }
  const receipt = {
    id: 'p1',
    useCase: { slug: 'discount', name: content('Discount') },
    verifier: content('Cool Clothes'),
    request: content('Student'),
    at: '2026-11-22T10:00:00Z',
    protocol: 'didcomm' as const,
    credentials: [
      { ...credential, nonRevoked: true },
      { ...credential, name: content('Pass'), shown: [], proved: [], kept: [content('Grade')], nonRevoked: false },
    ],
  }
  const onlyCompared = ['first_name']
  const compared = { ...receipt, credentials: [{ ...credential, onlyCompared, nonRevoked: true }] }
  const ofAge = { name: 'birth_date', type: '<=' as const, value: '20051122' }
  const aged = { ...receipt, credentials: [{ ...credential, proved: [ofAge], nonRevoked: true }] }
  const sdJwt = { protocol: 'openid4vc' as const, holderKeys: ['1'] }
  const alike = { ...credential, alike: ['first_name'], nonRevoked: true }
  const revoked = issued('credential_revoked')

  it.each<[string, Receipt, Changes]>([
    ['just made', receipt, {}],
    ['of what is revoked since', receipt, { credentials: revoked }],
    ['of a condition', compared, {}],
    ['of an SD-JWT', { ...receipt, ...sdJwt }, {}],
    ['of two SD-JWTs that are alike', { ...receipt, ...sdJwt, credentials: [alike, alike] }, {}],
    ['of an age', aged, {}],
    ['of an age and an SD-JWT', { ...aged, ...sdJwt }, {}],
    ['of a condition and an SD-JWT, shown again', { ...compared, ...sdJwt }, { credentials: revoked }],
  ])('leaves no word behind when it is %s, looked at again and printed', async (_, receipt, { credentials }) => {
    vi.stubGlobal('print', () => {})
    const changes = { credentials, useCases: { receipts: { p1: receipt } } }
    const kept = { receipt, revoked: credentials ? [card.name] : [], sameCopyAs: credentials ? [receipt] : [] }
    const receipts = [
      <LatestReceipt key="latest" proofId="p1" />,
      <ReceiptList key="all" receipts={[kept]} />,
      <ReceiptSheet key="printed" kept={kept} />,
    ]
    expect(await wordsLeftBehind(receipts, { changes })).toEqual([])
  })
})

it('leaves no word behind where a code cannot be loaded', async () => {
  expect(await wordsLeftBehind(<QrCode value="1" title={content('Code')} />)).toEqual([])
})

it('has said every message of these rooms', () => {
  expect(unsaid('secret-menu', 'palette', 'character-upload', 'messages', 'message-list', 'receipts')).toEqual([])
})
