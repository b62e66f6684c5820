/** On a busy machine, code that a component fetches when it is first shown takes seconds to come. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
}
