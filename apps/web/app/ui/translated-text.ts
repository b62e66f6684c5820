/** The element that a browser's translator put in the place of a text, or around it. */
const standIns = new WeakMap<Node, Element>()
const taken = new WeakSet<Element>()

/**
 * Lets a browser translate the page. Translators put elements in the place of text nodes, while React goes on changing
 * and removing its own (docs/decisions/0100). What React does to a text reaches the element that stands for it.
 */
export function withstandTranslation(): void {
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const shown = shownIn(this, child)
    if (shown) removeChild.call(this, shown)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    insertBefore.call(this, child, before && shownIn(this, before))
    return child
  }
}

/** The visible form of a child: itself, or the stand-in of a text. Null where a text has vanished. */
function shownIn(parent: Node, child: Node): Node | null {
  if (child.parentNode === parent || !(child instanceof Text)) return child
  const standIn = standIns.get(child)
  return standIn?.parentNode === parent ? standIn : null
}

function note(records: MutationRecord[]): void {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.parentNode === target) continue
      const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => isFree(node, target))
      if (standIn instanceof Element) put(text, standIn)
    }
  }
}

const isFree = (node: Node | null, parent: Node) =>
  node instanceof Element && node.nodeName === 'FONT' && node.parentNode === parent && !taken.has(node)

function put(text: Text, standIn: Element): void {
  taken.add(standIn)
  standIns.set(text, standIn)
  changes.observe(text, { characterData: true })
}

/** New words replace the translated ones, and are translated in their turn. */
const changes = new MutationObserver((records) => {
  for (const { target } of records) {
    const standIn = standIns.get(target)
    if (standIn && !standIn.contains(target)) standIn.textContent = target.nodeValue
  }
})
