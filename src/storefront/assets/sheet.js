// What opens over a page: the options of a product from the grid, and a photo as large as the screen.
import { load } from './page.js'

/** The options of a product, chosen without leaving the grid; without a connection its own page says so. */
export async function choose({ href }) {
  const page = await load(href)
  const parts = page && ['h1', '[data-price]', '.order'].map((part) => page.querySelector(`.buy ${part}`))
  if (!parts?.every(Boolean)) return (location.href = href)
  const title = document.createElement('h2')
  title.textContent = parts[0].textContent
  open('options', title, ...parts.slice(1).map((part) => document.adoptNode(part)))
}

/** How many times larger a tap makes a photo: the stylesheet's size of it. */
const NEAR = 2.5

/** The whole photo: pages cut it to the shape that the shop chose. A tap brings what was tapped near, and another one takes it back. */
export function enlarge({ href, firstElementChild: shown }) {
  const image = new Image()
  ;[image.src, image.alt] = [shown.currentSrc, shown.alt]
  image.addEventListener('click', ({ offsetX, offsetY }) => {
    if (!image.classList.toggle('near')) return
    image.parentElement.scrollTo(offsetX * NEAR - innerWidth / 2, offsetY * NEAR - innerHeight / 2)
  })
  open('photo', image)
  const whole = new Image()
  whole.addEventListener('load', () => (image.src = href))
  whole.src = href
}

function open(kind, ...content) {
  const dialog = document.createElement('dialog')
  const close = document.createElement('button')
  ;[close.className, close.textContent, close.ariaLabel] = ['quiet close', '✕', 'Cerrar']
  close.addEventListener('click', () => dialog.close())
  dialog.className = kind
  dialog.ariaLabel = kind === 'photo' ? 'Foto' : content[0].textContent
  dialog.append(close, ...content)
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
