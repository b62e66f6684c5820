/** Keys under which connections are remembered: screen ids alone repeat from one use case to the next. */

export const onboardingScreenKey = (screenId: string) => `onboarding/${screenId}`

export const screenKeyOf = (slug: string, screenId: string) => `uc/${slug}/${screenId}`

export const isScreenOf = (slug: string, key: string) => key.startsWith(`uc/${slug}/`)

export const isUseCaseScreen = (key: string) => key.startsWith('uc/')
