// @ts-check
// Loaded into a server before itself (node --import): its clock is off by so many seconds.
const off = Number(process.env.CLOCK_OFF) * 1_000
const Real = Date

globalThis.Date = /** @type {DateConstructor} */ (
  class extends Real {
    /** @param {ConstructorParameters<DateConstructor>} given */
    constructor(...given) {
      if (given.length > 0) super(...given)
      else super(Real.now() + off)
    }
    static now() {
      return Real.now() + off
    }
  }
)
