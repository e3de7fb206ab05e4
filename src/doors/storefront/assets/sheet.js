import { load } from './page.js'

/**
 * Opens the options of a product in a dialog, with its small pictures, or with the card's where it has one; not if another was tapped
 * meanwhile. Without a connection goes to its page.
 */
export async function choose(link, isWanted) {
  const page = await load(link.href)
  if (!isWanted()) return
  const parts = page && ['h1', '[data-price]', '.order'].map((part) => page.querySelector(`.buy ${part}`))
  if (!parts?.every(Boolean)) return (location.href = link.href)
  const title = document.createElement('h2')
  title.textContent = parts[0].textContent
  const photos =
    page.querySelector('.thumbs') ?? link.closest('.card').querySelector('.frame')?.cloneNode(true)
  if (photos) [photos.className, photos.inert] = ['frame shots', true]
  open('options', title, photos ?? '', ...parts.slice(1))
}

export function open(kind, ...content) {
  const dialog = document.createElement('dialog')
  const close = document.createElement('button')
  ;[close.className, close.textContent, close.ariaLabel] = ['quiet close', '✕', t('Cerrar')]
  close.addEventListener('click', () => dialog.close())
  dialog.className = kind
  dialog.ariaLabel = kind === 'photo' ? t('Fotos') : content[0].textContent
  dialog.append(close, ...content)
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    document.body.append(...dialog.querySelectorAll('.toast'))
    dialog.remove()
  })
  document.body.append(dialog)
  dialog.showModal()
}
