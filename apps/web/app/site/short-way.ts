/** Whether the visitor is on the short way, as `onShortWay` of the contracts says it. */
export const isShortWay = () => new URLSearchParams(location.search).get('way') === 'short'
