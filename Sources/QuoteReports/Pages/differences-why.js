// The card of causes stands before the others.
const why = document.getElementById('why');
if (why) document.getElementById('cards').prepend(why);
