// @ts-check
// Loaded into the server by `npm run long -- bench --growth`: its clock is CLOCK_AHEAD milliseconds ahead, so that it
// forgets today what it would forget then.
const ahead = Number(process.env.CLOCK_AHEAD)
const now = () => realNow() + ahead
const realNow = Date.now

globalThis.Date = new Proxy(Date, {
  construct: (Real, given, target) => Reflect.construct(Real, given.length > 0 ? given : [now()], target),
  get: (Real, name) => (name === 'now' ? now : Reflect.get(Real, name)),
})
