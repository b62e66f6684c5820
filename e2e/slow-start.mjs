import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

// Keeps a server, which begins with this module, between listening and ready for a while: on a fast machine that
// moment is too short to be met. The first thing that its agent does is to make its folder.
const longerBy = 1_000
const { mkdir } = fs

fs.mkdir = async (folder, options) => {
  if (String(folder).endsWith('/agent')) await pause(longerBy)
  return mkdir(folder, options)
}
syncBuiltinESMExports()
