import { persistedState } from '@lastmile/contracts/constants'

/** Paints the page light or dark; `ui/tokens.css` does the rest. */
export function applyTheme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

/**
 * Runs in <head> before the first paint, so that nobody sees a flash of the wrong theme. It must stay the same text on
 * every page: the content security policy allows it by its hash.
 */
export const themeScript = `(function(){var d=matchMedia('(prefers-color-scheme: dark)').matches;try{var c=JSON.parse(localStorage.getItem('${persistedState.key}')).preferences.darkMode;if(typeof c==='boolean')d=c}catch(e){}document.documentElement.dataset.theme=d?'dark':'light'})()`
