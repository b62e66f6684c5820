/** One card and one proof in a minute: the address says so until the use case is completed, so a reload keeps it. */
export const isShortWay = () => new URLSearchParams(location.search).get('way') === 'short'

/** The same way, on another page. */
export const onShortWay = (path: string) => `${path}?way=short`
