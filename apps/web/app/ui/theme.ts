/** Sets the theme; `ui/tokens.css` defines the colours. */
export function applyTheme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

/** A button with this attribute switches the theme through the script in `<head>`. */
export const themeToggleAttribute = 'data-theme-toggle'
