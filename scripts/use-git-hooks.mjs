// @ts-check
// npm's `prepare`: git runs the hooks of this repository. An unpacked copy has none to set up.
import { existsSync } from 'node:fs'
import { attempt } from './command.mjs'
import { at, root } from './workspace.mjs'

if (existsSync(at('.git'))) await attempt('git', ['config', 'core.hooksPath', 'scripts/git-hooks'], { cwd: root })
