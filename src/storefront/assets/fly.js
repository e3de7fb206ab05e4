// Animates the picture of an added product to the cart, which then moves, unless the shopper prefers reduced motion.

export function fly(target) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const bag = [...document.querySelectorAll('a.cart')].findLast((link) => link.checkVisibility())
  const picture = target.closest('.card,.product')?.querySelector('.picture')
  const from = picture?.getBoundingClientRect()
  if (!bag) return
  if (!from || from.bottom < 0 || from.top > innerHeight) return answer(bag)
  const copy = picture.cloneNode(true)
  copy.ariaHidden = 'true'
  copy.removeAttribute('srcset') // reuses the loaded size
  if (picture.currentSrc) copy.src = picture.currentSrc
  copy.classList.add('flying')
  for (const side of ['left', 'top', 'width', 'height']) copy.style[side] = `${from[side]}px`
  document.body.append(copy)
  const to = bag.getBoundingClientRect()
  const [x, y] = [
    to.left + to.width / 2 - from.left - from.width / 2,
    to.top + to.height / 2 - from.top - from.height / 2,
  ]
  const scale = Math.min(to.height, 44) / Math.max(from.width, from.height)
  copy
    .animate(
      { transform: ['none', `translate(${x}px, ${y}px) scale(${scale})`], opacity: [1, 1, 0.4] },
      { duration: 450, easing: 'cubic-bezier(0.5, 0, 0.8, 0.6)' },
    )
    .finished.finally(() => {
      copy.remove()
      answer(bag)
    })
}

const answer = (bag) =>
  bag.firstElementChild.animate({ scale: [1, 1.25, 0.95, 1] }, { duration: 320, easing: 'ease-out' })
