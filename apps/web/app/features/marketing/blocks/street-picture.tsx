/**
 * The street where people live and deal with each other: the ground that a page can end on. Phones see the student, the
 * market and the bus, wider windows all of it, and from there on it runs to the edges of the page.
 */
export function StreetPicture() {
  return (
    <img
      src="/illustrations/street.svg"
      alt=""
      width={3900}
      height={370}
      loading="lazy"
      className="mt-6 aspect-[592/370] w-full object-cover object-[48.37%_100%] sm:aspect-auto sm:h-[min(29.8vw,25rem)] sm:object-bottom"
    />
  )
}
