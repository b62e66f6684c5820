/** Paints the page light or dark; `ui/tokens.css` does the rest. */
export function applyTheme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

/** A button that carries this attribute switches the theme, through the script in `<head>`. */
export const themeToggleAttribute = 'data-theme-toggle'
