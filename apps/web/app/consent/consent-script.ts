import { consentCookie, consentMarks } from './consent.ts'

const { name, version, maxAge } = consentCookie
const { asked, settingsWanted, answer, opener, changed, settingsToggled } = consentMarks

export const consentBannerId = 'consent'

/**
 * Runs in <head> before the first paint: decides whether the question is put, so that the banner neither appears late
 * nor moves anything, and takes the answer before React is there. It must stay the same text on every page: the content
 * security policy allows it by its hash. `giveConsent` does the same for code; their test holds them together.
 *
 * Another page or tab may have taken the answer by the time this one is looked at again.
 *
 * The banner's height goes to `--consent-height`, for what else stands at the foot of the window.
 */
export const consentScript = `(function(){var d=document,r=d.documentElement,k=function(){return navigator.globalPrivacyControl===true||/(^|;\\s*)${name}=${version}\\./.test(d.cookie)},l=function(){if(k())r.removeAttribute('${asked}')};if(!k())r.setAttribute('${asked}','ask');addEventListener('pageshow',l);d.addEventListener('visibilitychange',l);addEventListener('DOMContentLoaded',function(){var b=d.getElementById('${consentBannerId}');b&&new ResizeObserver(function(){r.style.setProperty('--consent-height',b.offsetHeight+'px')}).observe(b)});addEventListener('click',function(e){var t=e.target.closest&&e.target.closest('[${answer}],[${opener}]');if(!t)return;if(t.hasAttribute('${opener}')){e.preventDefault();r.setAttribute('${settingsWanted}','');dispatchEvent(new Event('${settingsToggled}'));return}d.cookie='${name}=${version}.'+new Date().toISOString().slice(0,10)+t.getAttribute('${answer}')+';path=/;max-age=${maxAge};samesite=lax'+(location.protocol==='https:'?';secure':'');r.removeAttribute('${asked}');dispatchEvent(new Event('${changed}'))},true)})()`
