import { expect, it } from 'vitest'
import { qrCode } from './qr-code.ts'

/** Drawn by another implementation, which chooses the same mask for this address. */
const address = 'https://a.example/i/7gus-_Kq'
const drawn = `
  #######.#.....##..#######
  #.....#.#..##...#.#.....#
  #.###.#.##..#.##..#.###.#
  #.###.#.###..####.#.###.#
  #.###.#..##.#.###.#.###.#
  #.....#.###..##...#.....#
  #######.#.#.#.#.#.#######
  ..........##..##.........
  ##..###...#...##...#.####
  .##..#.....#..###..###.#.
  ...##.##.########.##.##..
  .##....#.#....#####...##.
  #.#.#.###..##.#.####.####
  ###.#..#.##..#.##...#..#.
  ....###.########...####..
  ..#.##..#.#.#.##...##.##.
  ##.#.###..##...########..
  ........###..##.#...#....
  #######...#####.#.#.#....
  #.....#.##.##.#.#...####.
  #.###.#.##.##...########.
  #.###.#...####.#.###..###
  #.###.#..####.###.#..#.#.
  #.....#.#.#...##.#######.
  #######.###....#..#...###`

it('draws what other implementations draw', () => {
  const rows = qrCode(address)?.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))
  expect(rows?.join('\n')).toBe(drawn.replaceAll(' ', '').trim())
})

it('takes the smallest code that holds the address, and none when it is too long', () => {
  expect([17, 18, 32, 33, 53, 54, 78, 79, 106].map((length) => qrCode('x'.repeat(length))?.length)).toEqual([
    21, 25, 25, 29, 29, 33, 33, 37, 37,
  ])
  expect(qrCode('x'.repeat(107))).toBeUndefined()
})
