// @ts-check
// Checks what must be on the machine before anything else works; each missing thing is one sentence.
import { attempt, Stop } from './command.mjs'

const oldest = { major: 20, minor: 19 }
const again = 'then try again.'

/** @throws {Stop} when Node is too old or the system is one that the native libraries don't run on */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor))
    throw new Stop(
      `Node ${oldest.major}.${oldest.minor} or newer is needed, and this is ${process.versions.node}: install a newer Node, ${again}`,
    )
  if (process.platform === 'win32')
    throw new Stop(`Windows is supported through WSL: open a WSL terminal with Node in it, ${again}`)
}

/** Nothing but a tool is missing that compiles the native add-ons of the tests' wallet. */
export class NoToolchain extends Stop {}

/**
 * Checks for the tools that compile the native add-ons of the tests' wallet; the product needs none.
 * @throws {NoToolchain}
 */
export async function checkToolchain() {
  const compiler = process.env.CXX?.split(' ')[0] || (process.platform === 'darwin' ? 'c++' : 'g++')
  const works = async (/** @type {string} */ program) => (await attempt(program, ['--version'])).ok
  if (!(await works(compiler)))
    throw new NoToolchain(
      `The wallet of the tests needs a C++ compiler, and '${compiler}' does not run: install one (Debian and Ubuntu: ` +
        `apt install build-essential; macOS: xcode-select --install), ${again}`,
    )
  if (!(await works('make')))
    throw new NoToolchain(
      `The wallet of the tests needs 'make', which does not run: install it (Debian and Ubuntu: apt install make), ${again}`,
    )
  if (!(await works(process.env.PYTHON || 'python3')))
    throw new NoToolchain(
      `The wallet of the tests needs Python 3, and 'python3' does not run: install it (Debian and Ubuntu: apt install python3), ${again}`,
    )
}
