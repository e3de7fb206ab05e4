export function follow() {
  const links = new Map([...document.querySelectorAll('.index a')].map((link) => [link.hash.slice(1), link]))
  const reading = new IntersectionObserver(
    (entries) => {
      const section = entries.findLast(({ isIntersecting }) => isIntersecting)?.target
      if (section) mark(links.get(section.id))
    },
    { rootMargin: '-40% 0px -59%' },
  )
  mark(links.values().next().value)
  for (const section of document.querySelectorAll('#results > section')) reading.observe(section)
}

function mark(link) {
  const index = link.closest('.index')
  index.querySelector('[aria-current]')?.removeAttribute('aria-current')
  link.ariaCurrent = 'true'
  index.scrollTo({ left: link.offsetLeft - (index.clientWidth - link.offsetWidth) / 2 })
}
