// Animates the picture of an added product to the cart, unless the shopper prefers reduced motion.

export function fly(target) {
  const picture = target.closest('.card,.product')?.querySelector('.picture')
  if (!picture || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const carts = [...document.querySelectorAll('a.cart')].filter((link) => link.checkVisibility())
  const [from, to] = [picture, carts.at(-1)].map((element) => element?.getBoundingClientRect())
  if (!to || from.bottom < 0 || from.top > innerHeight) return
  const copy = picture.cloneNode(true)
  copy.ariaHidden = 'true'
  copy.removeAttribute('srcset') // reuses the loaded size
  if (picture.currentSrc) copy.src = picture.currentSrc
  Object.assign(copy.style, {
    position: 'fixed',
    zIndex: 9,
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    transformOrigin: '0 0',
    pointerEvents: 'none',
  })
  document.body.append(copy)
  const [x, y] = [to.left - from.left, to.top - from.top]
  const end = `translate(${x}px, ${y}px) scale(${to.width / from.width}, ${to.height / from.height})`
  copy
    .animate(
      { transform: ['none', end], opacity: [1, 0.2] },
      { duration: 420, easing: 'cubic-bezier(0.5, 0, 0.8, 0.6)' },
    )
    .finished.finally(() => copy.remove())
}
