/** The placeholder for tracks without a picture: a record, seen from above. SVG, 320 x 320. */
export const placeholderPicture = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 320 320" role="img" aria-label="No picture">
  <rect width="320" height="320" fill="#e7e3da"/>
  <circle cx="160" cy="160" r="120" fill="#2b2a28"/>
  <g fill="none" stroke="#4a4844" stroke-width="2">
    <circle cx="160" cy="160" r="106"/>
    <circle cx="160" cy="160" r="90"/>
    <circle cx="160" cy="160" r="74"/>
  </g>
  <circle cx="160" cy="160" r="44" fill="#c8643c"/>
  <circle cx="160" cy="160" r="7" fill="#e7e3da"/>
</svg>
`;
