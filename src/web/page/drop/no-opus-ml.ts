// Stands for the models of Opus against lost packets, which a file never needs (src/build/page.js).
export {};
