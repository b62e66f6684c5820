/** The fields that name a picture, wherever in a character or a wallet they stand. */
export const pictureFields: ReadonlySet<string> = new Set(['image', 'icon', 'iconLight', 'iconDark', 'credentialIcon'])
