/** Names of attributes that differ in case or spaces are the same (AnonCreds specification). */
export const isSameName = (one: string, other: string): boolean => normalName(one) === normalName(other)

export const normalName = (name: string): string => name.replaceAll(' ', '').toLowerCase()
