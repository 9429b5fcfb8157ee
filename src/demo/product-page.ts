/** The home page of the invented product. */
export const PRODUCT_PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Fernwick | Client dashboards that write themselves</title>
  <meta name="description" content="Fernwick turns the numbers of a small agency into clear weekly dashboards, explained in plain words, and sends them to each client before Monday's first coffee.">
  <meta property="og:site_name" content="Fernwick">
  <meta property="og:title" content="Fernwick: client dashboards that write themselves">
  <meta property="og:image" content="/screenshot.png">
  <link rel="icon" type="image/png" sizes="512x512" href="/icon.png">
  <style>
    body { margin: 0; font: 18px/1.6 system-ui, sans-serif; color: #12312b; background: #f6faf8; }
    main { max-width: 46rem; margin: 0 auto; padding: 5rem 1.5rem; }
    header { display: flex; align-items: center; gap: 0.75rem; font-weight: 600; }
    header img { width: 2.5rem; border-radius: 0.6rem; }
    h1 { font-size: 2.8rem; line-height: 1.15; margin: 3rem 0 1rem; }
    a { display: inline-block; margin: 1rem 0 3rem; padding: 0.7rem 1.4rem; border-radius: 0.6rem;
        color: #fff; background: #1f7a63; text-decoration: none; }
    figure { margin: 0; } figure img { width: 100%; border: 1px solid #dbe8e3; border-radius: 0.8rem; }
  </style>
</head>
<body>
  <main>
    <header><img src="/icon.png" alt="">Fernwick</header>
    <h1>Client dashboards that write themselves</h1>
    <p>Connect the tools that you use already. Every Monday each client finds one page: what moved, why, and what comes
      next.</p>
    <a href="#start">Start free</a>
    <figure><img src="/screenshot.png" alt="A dashboard with three figures and a week of bars"></figure>
  </main>
</body>
</html>
`;
