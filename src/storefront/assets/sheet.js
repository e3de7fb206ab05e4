// Dialogs: the options of a product in the grid, and a full-screen photo.
import { load } from './page.js'

/** Opens the options of a product in a dialog, unless another was tapped meanwhile; without a connection goes to its page. */
export async function choose({ href }, isWanted) {
  const page = await load(href)
  if (!isWanted()) return
  const parts = page && ['h1', '[data-price]', '.order'].map((part) => page.querySelector(`.buy ${part}`))
  if (!parts?.every(Boolean)) return (location.href = href)
  const title = document.createElement('h2')
  title.textContent = parts[0].textContent
  open('options', title, ...parts.slice(1).map((part) => document.adoptNode(part)))
}

/** The zoom factor of a tapped photo, as in the stylesheet. */
const ZOOM = 2.5

/** Shows a photo uncropped; a tap zooms in at that point, another one out. */
export function enlarge({ href, firstElementChild: shown }) {
  const image = new Image()
  ;[image.src, image.alt] = [shown.currentSrc, shown.alt]
  image.addEventListener('click', ({ offsetX, offsetY }) => {
    if (!image.classList.toggle('near')) return
    image.parentElement.scrollTo(offsetX * ZOOM - innerWidth / 2, offsetY * ZOOM - innerHeight / 2)
  })
  open('photo', image)
  const whole = new Image()
  whole.addEventListener('load', () => (image.src = href))
  whole.src = href
}

export function open(kind, ...content) {
  const dialog = document.createElement('dialog')
  const close = document.createElement('button')
  ;[close.className, close.textContent, close.ariaLabel] = ['quiet close', '✕', 'Cerrar']
  close.addEventListener('click', () => dialog.close())
  dialog.className = kind
  dialog.ariaLabel = kind === 'photo' ? 'Foto' : content[0].textContent
  dialog.append(close, ...content)
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    document.body.append(...dialog.querySelectorAll('.toast'))
    dialog.remove()
  })
  document.body.append(dialog)
  dialog.showModal()
}
