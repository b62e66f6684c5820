import { persistedState } from '@lastmile/contracts/site'
import { themeToggleAttribute } from './theme.ts'

/**
 * Runs in <head> before the first paint, so that nobody sees a flash of the wrong theme. It follows the device and, where
 * a page has no store, a button; the choice goes where the store keeps it, and a store that is there is told. It must stay
 * the same text on every page: the content security policy allows it by its hash.
 */
export const themeScript = `(function(){var k='${persistedState.key}',r=document.documentElement,g=function(){try{return JSON.parse(localStorage.getItem(k))||{}}catch(e){return{}}},p=function(d){r.dataset.theme=d?'dark':'light'},m=matchMedia('(prefers-color-scheme: dark)'),f=function(){var c=(g().preferences||{}).darkMode;p(typeof c==='boolean'?c:m.matches)};f();m.addEventListener('change',f);addEventListener('click',function(e){if(!e.target.closest('[${themeToggleAttribute}]'))return;var d=r.dataset.theme!=='dark',s=g();p(d);s.version=s.version||${persistedState.version};s.preferences=Object.assign({},s.preferences,{darkMode:d});try{localStorage.setItem(k,JSON.stringify(s))}catch(e){}dispatchEvent(new StorageEvent('storage',{key:k}))})})()`
