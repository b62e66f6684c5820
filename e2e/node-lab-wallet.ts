import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadAnonCreds } from '@lastmile/anoncreds-wasm'
import type { Holder } from '@lastmile/holder'
import { type LabWallet, openLabWallet, type Seams } from '@lastmile/lab/lab-wallet'
import { openOurWallet } from './our-wallet.ts'

const anoncreds = await loadAnonCreds(
  await readFile(createRequire(import.meta.url).resolve('@lastmile/anoncreds-wasm/holder.wasm')),
)

/** The lab's wallet in Node. @param open the holder in it; by default one whose person decides nothing */
export const openNodeLabWallet = (
  open: (seams: Seams) => Promise<Holder> = async (seams) => (await openOurWallet(seams)).holder,
): Promise<LabWallet> =>
  // One module for all wallets of the process, which therefore keeps its memory.
  openLabWallet({ anoncreds: { ...anoncreds, forget() {} }, fetch }, open)
