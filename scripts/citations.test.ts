import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { securityTests } from '../e2e/security/tests.ts'
import { root, skipped, texts } from './test/texts.ts'

const records = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{4}-.*\.md$/.test(name))
const numbers = new Set(records.map((name) => Number(name.slice(0, 4))))

/** Every match of a pattern in every text, with what `problem` says of it. */
function problems(pattern: RegExp, problem: (match: RegExpMatchArray, path: string) => string | undefined): string[] {
  return texts.flatMap(({ path, text }) =>
    path === 'scripts/citations.test.ts'
      ? []
      : [...text.matchAll(pattern)].flatMap((match) => {
          const found = problem(match, path)
          return found ? [`${path}: ${found}`] : []
        }),
  )
}

/** Numbered headings and list items of a document: `## 4. …` and `4. …`. */
function hasNumber(path: string, number: string): boolean {
  return new RegExp(`^(#+ )?${number}\\. `, 'm').test(readFileSync(join(root, path), 'utf8'))
}

test('every cited document exists, with the section that is cited', () => {
  const citation = /\bdocs\/[\w./-]*\.md\b(?:,\s+(?:\*\s+|\/\/\s+)?(?:sections?\s+)?([\d, and]*\d))?/g
  expect(
    problems(citation, ([cited, sections]) => {
      const path = cited.slice(0, cited.indexOf('.md') + '.md'.length)
      if (!existsSync(join(root, path))) return `${path} does not exist`
      const missing = (sections?.match(/\d+/g) ?? []).filter((number) => !hasNumber(path, number))
      return missing.length > 0 ? `${path} has no section ${missing.join(', ')}` : undefined
    }),
  ).toEqual([])
})

test('every cited record exists', () => {
  expect(
    problems(/\brecords? (\d+(?:(?:, | and )\d+)*)/gi, ([, cited = '']) => {
      const missing = (cited.match(/\d+/g) ?? []).filter((number) => !numbers.has(Number(number)))
      return missing.length > 0 ? `no record ${missing.join(', ')}` : undefined
    }),
  ).toEqual([])
})

/** Whether a document has a heading with this fragment, as GitHub makes fragments. */
function hasFragment(path: string, fragment: string): boolean {
  const headings = readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.*)$/gm)
  return [...headings].some(
    ([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-') === fragment,
  )
}

test('every link between documents leads somewhere', () => {
  expect(
    problems(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g, ([, target = '', fragment], path) => {
      if (!path.endsWith('.md')) return undefined
      const file = target ? join(dirname(path), target) : path
      if (!existsSync(join(root, file))) return `${target} does not exist`
      return !fragment || hasFragment(file, fragment) ? undefined : `${target} has no heading #${fragment}`
    }),
  ).toEqual([])
})

test('every file and folder that a document names exists', () => {
  const path = /^(apps|packages|e2e|bench|measure|scripts|deploy|docs)\/|\.(tsx?|mjs|rs|py|md|css|json|conf|service)$/
  const exists = (name: string) =>
    existsSync(join(root, name)) || texts.some((text) => `/${text.path}`.includes(`/${name}`))
  expect(
    problems(/`(\w[\w./-]*?)\/?`/g, ([, name = ''], document) => {
      // That record speaks of another project's files.
      if (!document.endsWith('.md') || document.startsWith('docs/upstream/') || !path.test(name)) return undefined
      const isGenerated = name.split('/').some((part) => skipped.test(part))
      return isGenerated || exists(name) ? undefined : `${name} does not exist`
    }),
  ).toEqual([])
})

/** The folders in a folder. */
function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !skipped.test(entry.name))
    .map(({ name }) => `${folder}/${name}`)
}

/**
 * Folders that a document's tables name, as `name/` before the last cell. They lie in the folder that the heading row
 * names, else in the document's own; below a row with an empty first cell, in the folder of the last row without.
 */
function namedFolders(path: string, text: string): string[] {
  const named = /`([\w./-]+)\/`/g
  return (text.match(/(^\|.*\|\n)+/gm) ?? []).flatMap((table) => {
    const [heading = '', , ...rows] = table.trim().split('\n')
    const base = path.startsWith('docs/') ? '.' : dirname(path)
    const within = join(base, [...heading.matchAll(named)][0]?.[1] ?? '')
    let above = within
    return rows.flatMap((row) => {
      const cells = row.split('|').slice(1, -2)
      const folder = cells[0]?.trim() === '' ? above : within
      const found = [...cells.join('|').matchAll(named)].map(([, name = '']) => join(folder, name))
      if (folder === within) above = found[0] ?? above
      return found
    })
  })
}

test('tables of folders name exactly the folders that are there', () => {
  const documents = texts.filter(({ path }) => /^(docs\/architecture|.*README)\.md$/.test(path))
  const differences = documents.flatMap(({ path, text }) => {
    const named = namedFolders(path, text)
    const there = [...new Set(named.map(dirname))].filter((folder) => existsSync(join(root, folder))).flatMap(foldersIn)
    return [
      ...named.filter((folder) => !there.includes(folder)).map((folder) => `${path}: there is no ${folder}`),
      ...there.filter((folder) => !named.includes(folder)).map((folder) => `${path} does not name ${folder}`),
    ]
  })
  expect(differences).toEqual([])
})

test('all documents together can be read in an afternoon: at most 40,000 words', () => {
  const words = texts.flatMap(({ path, text }) => (path.endsWith('.md') ? text.trim().split(/\s+/) : []))
  expect(words.length).toBeLessThanOrEqual(40_000)
})

test('nothing cites a document that is not in the repository', () => {
  const absent = /\bspecification,? section|\b(?:decisions|agent)\.md\b|\bpitfall \d/g
  expect(problems(absent, ([cited]) => `"${cited}" leads nowhere`)).toEqual([])
})

test('the index of the decision records lists each of them by its title, with a status other than in force', () => {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8').split('\n')
  const rows = records.map((name) => {
    const [, title, status] =
      /^# \d{4}: (.*)\n\nStatus: (in force|known limit|superseded by \d+)\n/.exec(
        readFileSync(join(root, 'docs/decisions', name), 'utf8'),
      ) ?? []
    return `- [${name.slice(0, 4)}](${name}) ${title}${status === 'in force' ? '' : ` (${status})`}`
  })
  expect(rows.filter((row) => !index.includes(row))).toEqual([])
})

test('the page of long runs has a row for each of them', () => {
  const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort()
  const [, runs = ''] = readFileSync(join(root, 'docs/runs.md'), 'utf8').split('\n## ')
  const long = readFileSync(join(root, 'scripts/long.mjs'), 'utf8')
  expect(named(runs, /^\| `([\w-]+)` \|/gm)).toEqual(named(long, /^ {2}'?([\w-]+)'?: \{/gm))
})

test('every test that the security run names is there', () => {
  const missing = Object.values(securityTests)
    .flat()
    .filter((file) => !existsSync(join(root, file)))
  expect(missing).toEqual([])
})

test('every test that the description of the product names exists', () => {
  const product = readFileSync(join(root, 'docs/product.md'), 'utf8')
  const statements = product.match(/Shown by [^.]*(?:\.test`[^.]*)*|^\|.*\|$/gm) ?? []
  const named = statements.flatMap((statement) => [...statement.matchAll(/`(\w[\w/-]*)(?:\.test)?`/g)])
  const missing = named.filter(
    ([, name]) => !texts.some(({ path }) => `/${path}`.includes(`/${name}`) && path.includes('.test.ts')),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(missing.map(([name]) => name)).toEqual([])
})
