// A tall logo is small in the header: the name stands beside it.
const logo = document.querySelector('.logo')

logo.decode().then(
  () => logo.classList.toggle('tall', logo.naturalWidth < logo.naturalHeight * 1.8),
  // There is none to show.
  () => {},
)
