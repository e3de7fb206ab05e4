// The gallery of a product: the small pictures lead to the large ones and say which is shown; those of options are loaded early.

const gallery = document.querySelector('.gallery')
const thumbs = [...document.querySelectorAll('.thumbs a')]
const slides = [...gallery.children]

export function showPhoto(n, behavior = 'instant') {
  const slide = slides[n]
  slide.querySelector('.whole').loading = 'eager'
  gallery.scrollTo({ left: slide.offsetLeft - gallery.offsetLeft, behavior })
}

thumbs.forEach((thumb, n) =>
  thumb.addEventListener('click', (event) => {
    event.preventDefault()
    showPhoto(n, 'auto')
  }),
)

const shown = new IntersectionObserver(
  (entries) => {
    const seen = entries.findLast(({ intersectionRatio }) => intersectionRatio > 0.6)?.target
    if (seen) mark(slides.indexOf(seen))
  },
  { root: gallery, threshold: 0.6 },
)
for (const slide of slides) shown.observe(slide)

function mark(n) {
  thumbs.forEach((thumb, i) => (thumb.ariaCurrent = i === n ? 'true' : null))
  const row = thumbs[n].closest('.thumbs')
  row.scrollTo({ left: thumbs[n].offsetLeft - (row.clientWidth - thumbs[n].offsetWidth) / 2 })
}

const chosen = slides.findIndex((slide) => slide.matches('.chosen'))
if (chosen > 0) showPhoto(chosen)
if (!navigator.connection?.saveData) addEventListener('load', loadPhotosOfOptions)
if (document.readyState === 'complete') loadPhotosOfOptions()

function loadPhotosOfOptions() {
  for (const { dataset } of document.querySelectorAll('[data-photo]'))
    slides[dataset.photo - 1].querySelector('.whole').loading = 'eager'
}
