// The photos of a product over the whole screen: swiped, enlarged by two fingers, a tap, the wheel or keys, and moved.
import { open } from './sheet.js'

const MAX = 4
const STEP = 2.5

/** Shows the photos of the gallery that the link is in, this one first. */
export function view(link) {
  const links = [...link.closest('.gallery').querySelectorAll('.zoom')]
  const row = document.createElement('ul')
  row.append(...links.map((one) => slideOf(one)))
  row.tabIndex = 0
  const place = document.createElement('output')
  place.className = 'nth'
  open('photo', row, place)
  const slides = [...row.children]
  let seen = links.indexOf(link)
  const at = () => Math.round(row.scrollLeft / row.clientWidth)
  const go = (n, behavior = 'auto') => row.scrollTo({ left: n * row.clientWidth, behavior })
  const show = () => {
    seen = at()
    place.value = `${seen + 1}/${slides.length}`
    place.hidden = slides.length === 1
    for (const n of [seen, seen + 1]) if (slides[n]) sharpen(slides[n], links[n])
  }
  row.addEventListener('scrollend', () => {
    for (const slide of slides) if (slide !== slides[at()]) zoom(slide, 1)
    show()
  })
  go(seen, 'instant')
  show()
  row.closest('dialog').addEventListener('close', () => back(links[seen]))
  row.closest('dialog').addEventListener('keydown', (event) => {
    const slide = slides[at()]
    const scale = scaleOf(slide)
    if (event.key === '+') zoom(slide, scale * 1.5)
    else if (event.key === '-') zoom(slide, scale / 1.5)
    else if (event.key === '0') zoom(slide, 1)
    else if (scale === 1 && event.key === 'ArrowRight') go(at() + 1)
    else if (scale === 1 && event.key === 'ArrowLeft') go(at() - 1)
    else if (scale > 1 && MOVES[event.key]) slide.scrollBy(...MOVES[event.key])
    else return
    event.preventDefault()
  })
}

/** The page's gallery shows the photo that was seen last. */
function back(link) {
  link.closest('.slide').scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' })
}

function slideOf({ firstElementChild: shown }) {
  const [slide, image] = [document.createElement('li'), new Image()]
  ;[image.src, image.alt] = [shown.currentSrc || shown.src, shown.alt]
  slide.append(image)
  let apart = 0
  image.addEventListener('click', ({ clientX, clientY }) =>
    zoom(slide, scaleOf(slide) > 1 ? 1 : STEP, clientX, clientY),
  )
  slide.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoom(slide, scaleOf(slide) * Math.exp(-event.deltaY / 100), event.clientX, event.clientY)
  })
  slide.addEventListener('touchstart', ({ touches }) => (apart = distance(touches)))
  slide.addEventListener('touchmove', pinch, { passive: false })
  function pinch(event) {
    const [a, b] = event.touches
    if (!b) return
    // Two fingers enlarge the photo and do not scroll it.
    if (event.cancelable) event.preventDefault()
    const before = apart
    apart = distance(event.touches)
    if (before)
      zoom(slide, (scaleOf(slide) * apart) / before, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2)
  }
  return slide
}

const distance = ([a, b]) => (b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0)

function sharpen({ firstElementChild: image }, { href }) {
  if (image.dataset.whole) return
  image.dataset.whole = href
  const whole = new Image()
  whole.addEventListener('load', () => (image.src = href))
  whole.src = href
}

const scaleOf = ({ firstElementChild: image }) => Number(image.dataset.scale ?? 1)

/** Enlarges a photo around a point of the screen. */
function zoom(slide, wanted, x = innerWidth / 2, y = innerHeight / 2) {
  const image = slide.firstElementChild
  const [before, scale] = [scaleOf(slide), Math.min(MAX, Math.max(1, wanted))]
  if (scale === before) return
  const [left, top] = [slide.scrollLeft + x, slide.scrollTop + y].map((at) => (at * scale) / before)
  image.dataset.scale = scale
  image.classList.toggle('near', scale > 1)
  image.style.width = image.style.height = scale > 1 ? `${scale * 100}%` : ''
  slide.scrollTo({ left: left - x, top: top - y, behavior: 'instant' })
}

const MOVES = { ArrowLeft: [-80, 0], ArrowRight: [80, 0], ArrowUp: [0, -80], ArrowDown: [0, 80] }
