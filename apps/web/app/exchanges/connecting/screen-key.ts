/** Screen ids repeat between use cases, so the keys name the use case too. */

export const onboardingScreenKey = (screenId: string) => `onboarding/${screenId}`

export const screenKeyOf = (slug: string, screenId: string) => `uc/${slug}/${screenId}`

export const isScreenOf = (slug: string, key: string) => key.startsWith(`uc/${slug}/`)

export const isUseCaseScreen = (key: string) => key.startsWith('uc/')
