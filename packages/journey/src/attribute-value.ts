/** How a credential's value is shown to a person (docs/product.md, section 2). */
export type DisplayValue = { kind: 'text' | 'date' | 'image'; value: string }

/** Any of them: only an <img> shows it, which runs nothing that it may hold. */
const dataImage = /^data:image\/[a-z0-9.+-]+[;,]/i
const base64 = /^[A-Za-z0-9+/]{40,}={0,2}$/

/** Dates stored as 8 digits read YYYY-MM-DD; picture values become a data URL that an <img> takes. */
export function displayValue(name: string, value: string): DisplayValue {
  if (/date/i.test(name) && /^\d{8}$/.test(value)) {
    return { kind: 'date', value: `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}` }
  }
  if (dataImage.test(value)) return { kind: 'image', value }
  if (/image|photo|picture/i.test(name) && base64.test(value)) {
    return { kind: 'image', value: `data:${imageType(value)};base64,${value}` }
  }
  return { kind: 'text', value }
}

/** The first bytes of each format in base64. */
function imageType(value: string): string {
  if (value.startsWith('/9j/')) return 'image/jpeg'
  if (value.startsWith('R0lGOD')) return 'image/gif'
  if (value.startsWith('UklGR')) return 'image/webp'
  return value.startsWith('PHN2') || value.startsWith('PD94') ? 'image/svg+xml' : 'image/png'
}

/** 'date_of_birth' reads 'Date of birth'. */
export function attributeLabel(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\s-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
